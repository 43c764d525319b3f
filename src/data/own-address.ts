/** A placeholder for the site a page runs on; never requested. */
const site = 'https://own.invalid'

/**
 * An address within this site as a browser reads it, fit for `location.replace` and the router; `otherwise` for one that leads to another site or
 * could be read so: `//host`, `/\host`, `https://host`, `javascript:`, also hidden behind dots, tabs or line breaks.
 */
export function ownAddress(address: string, otherwise = '/'): string {
  if (!address.startsWith('/') || !URL.canParse(address, site)) return otherwise
  const { origin, pathname, search, hash } = new URL(address, site)
  return origin === site && !pathname.startsWith('//') ? pathname + search + hash : otherwise
}
