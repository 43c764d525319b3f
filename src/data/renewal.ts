import { EPOCH_HEADER, markerCookie } from '#contract/sync.ts'
import { keep, kept } from './stored.ts'
import { basicClient, currentTenant } from './who.ts'

/** Seconds after which an access token is renewed before it ends. */
export const tokenTime = 3000
/** Milliseconds between two looks at the age of the token. */
export const lookEvery = 10_000

type Ended = () => void
let ended: Ended = () => {}
let running: Promise<boolean> | undefined

/** Sets what happens when the session cannot be renewed. */
export function onSessionEnd(handler: Ended): void {
  ended = handler
}

/**
 * Which tokens the cookies hold: the server marks each pair in a cookie that scripts can read. Every tab reads the same mark once an answer is there, while
 * what one tab keeps reaches another a moment later.
 */
export function tokensHeld(): string {
  return new RegExp(`(?:^|; )${markerCookie}=([^;]*)`).exec(globalThis.document?.cookie ?? '')?.[1] ?? ''
}

interface Noted {
  readonly at: number
  readonly tokens: string
}

/** Notes that the cookies hold fresh tokens, for every tab. */
export function noteFresh(): void {
  keep('tokenAt', { at: Date.now(), tokens: tokensHeld() } satisfies Noted)
}

/** The noted tokens if they are so old that they are renewed now; none when no session was noted. */
export function dueTokens(now: number): string | undefined {
  const noted = kept<Noted>('tokenAt')
  return noted && now - noted.at >= tokenTime * 1000 ? noted.tokens : undefined
}

async function ask(): Promise<boolean> {
  const before = tokensHeld()
  let response: Response
  try {
    response = await fetch('/api/blade-auth/oauth/token/refresh?grant_type=refresh_token', {
      method: 'POST',
      credentials: 'include',
      headers: { Authorization: basicClient, 'x-eam-client': 'web', 'Tenant-Id': currentTenant() },
      signal: AbortSignal.timeout(60_000),
    })
  } catch {
    return false
  }
  // The page of a captive portal has neither renewed nor ended anything.
  if (!response.headers.has(EPOCH_HEADER)) return false
  if (response.ok) noteFresh()
  // A server that is down or restarting has not ended anything; nor has an answer from before a sign-in.
  else if (response.status < 500 && response.status !== 429 && tokensHeld() === before) ended()
  return response.ok
}

// Web Locks exist in secure contexts only; elsewhere each tab renews for itself.
function alone(work: () => Promise<boolean>): Promise<boolean> {
  return globalThis.navigator?.locks ? navigator.locks.request('eam:refresh', work) : work()
}

/**
 * Renews the tokens once for all tabs. `seen`: those that were held when the failed call began; where a tab or the service worker has got others since,
 * these are simply used. Returns whether calling again makes sense; a refusal ends the session, a lost network does not.
 */
export function renew(seen: string): Promise<boolean> {
  running ??= alone(async () => {
    const held = tokensHeld()
    // None are held once the session has ended, here or in another tab: the server says so, and nothing is noted of it.
    if (held === seen || held === '') return ask()
    // Who got them may have been closed before it noted them.
    noteFresh()
    return true
  }).finally(() => {
    running = undefined
  })
  return running
}
