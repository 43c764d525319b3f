import { isIP } from 'node:net'

/** The site that passkeys are made for: where its pages are, and the host name that browsers bind them to. */
export interface PasskeySite {
  readonly origin: string
  readonly rpId: string
}

/** The site by the address that people type; undefined where browsers offer no passkeys: addresses without a name, and without HTTPS but on this machine. */
export function passkeySite(publicUrl: string | undefined): PasskeySite | undefined {
  if (!publicUrl) return undefined
  const { origin, hostname, protocol } = new URL(publicUrl)
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost')
  return isName && (protocol === 'https:' || isHere) ? { origin, rpId: hostname } : undefined
}
