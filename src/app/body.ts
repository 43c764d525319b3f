import { ownAddress } from '#src/data/own-address.ts'

/** The two shapes of the client. */
export type Body = 'desk' | 'phone'

/** Narrower than this many CSS pixels is a phone. */
const PHONE_BELOW = 768

export interface Visit {
  /** Path, query and fragment of the address. */
  path: string
  search: string
  hash: string
  /** Width of the window in CSS pixels. */
  width: number
  /** What was chosen before on this device. */
  chosen: Body | undefined
  /** Which body of this tab went to a provider to sign in. */
  wentFrom?: Body | undefined
}

export interface Choice {
  /** To be remembered; absent when this visit said nothing. */
  choose?: Body
  /** The address to go to instead; absent to stay. */
  goTo?: string
}

const isBody = (value: string | null): value is Body => value === 'desk' || value === 'phone'

/**
 * Which body a visit gets. `?body=` says it for this and later visits; otherwise only the front door `/` and links to notices ask for the width of the
 * window: a link to a record opens in the body it was made for. `goTo` never leaves this site.
 */
export function chooseBody({ path, search, hash, width, chosen, wentFrom }: Visit): Choice {
  const query = new URLSearchParams(search)
  const said = query.get('body')
  const inPhone = path === '/m' || path.startsWith('/m/')
  if (isBody(said)) {
    query.delete('body')
    const rest = query.size > 0 ? `?${query}` : ''
    if (inPhone === (said === 'phone')) return { choose: said, goTo: ownAddress(path + rest + hash) }
    return { choose: said, goTo: said === 'phone' ? '/m/' : '/' }
  }
  // `/m` lies outside the scope of the service worker.
  if (path === '/m') return { goTo: `/m/${search}${hash}` }
  // Providers know one address of ours for both bodies.
  if (/^\/login\/federated\//.test(path) && wentFrom === 'phone') return { goTo: ownAddress(`/m${path}${search}${hash}`) }
  const wanted = chosen ?? (width < PHONE_BELOW ? 'phone' : 'desk')
  if (wanted === 'desk') return {}
  // A notice is for a person, who reads it where they are.
  if (/^\/noticeJump(\/|$)/.test(path)) return { goTo: ownAddress(`/m${path}${search}${hash}`) }
  return path === '/' ? { goTo: '/m/' } : {}
}
