/** A placeholder for the site a page runs on; never requested. */
const site = 'https://own.invalid'

/**
 * Resolves an address as a browser would and returns its path, query and hash, safe for `location.replace` and the router. Returns `otherwise` for
 * addresses of other sites and for ones a browser may read as such: `//host`, `/\host`, `https://host`, `javascript:`, also behind dots, tabs or line
 * breaks.
 */
export function ownAddress(address: string, otherwise = '/'): string {
  if (!address.startsWith('/') || !URL.canParse(address, site)) return otherwise
  const { origin, pathname, search, hash } = new URL(address, site)
  return origin === site && !pathname.startsWith('//') ? pathname + search + hash : otherwise
}
