/** The host name in an address, or in what is one already. */
export const hostOf = (address: string): string =>
  address
    .trim()
    .replace(/^https?:\/\//i, '')
    .split(/[/:]/)[0]!
