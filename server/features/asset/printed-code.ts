/** The token in a printed code `<any host>/m/c/<token>` or `c/<token>`, else the code as it was read. */
export const codeOf = (typed: string): string =>
  /(?:\/m\/|^\s*)c\/([0-9a-z]{12})(?:[/?#\s]|$)/i.exec(typed)?.[1]?.toLowerCase() ?? typed.trim()
