import { EPOCH_HEADER, markerCookie } from '#contract/sync/sync.ts'
import { keep, kept } from './stored.ts'
import { basicClient, currentTenant } from './who.ts'

/** Age in seconds at which an access token is renewed, before it expires. */
export const tokenTime = 3000
/** Milliseconds between two checks of the token's age. */
export const lookEvery = 10_000

type Ended = () => void
let ended: Ended = () => {}
let running: Promise<boolean> | undefined

/** Sets the handler for a session that cannot be renewed. */
export function onSessionEnd(handler: Ended): void {
  ended = handler
}

/**
 * Identifies the token pair in the cookies: the server sets a readable marker cookie with each pair. Cookies are shared by all tabs at once, while a
 * change of local storage reaches other tabs a moment later.
 */
export function tokensHeld(): string {
  return new RegExp(`(?:^|; )${markerCookie}=([^;]*)`).exec(globalThis.document?.cookie ?? '')?.[1] ?? ''
}

interface Noted {
  readonly at: number
  readonly tokens: string
}

/** Stores, for all tabs, the time at which the cookies got fresh tokens. */
export function noteFresh(): void {
  keep('tokenAt', { at: Date.now(), tokens: tokensHeld() } satisfies Noted)
}

/** The stored tokens when they are due for renewal; undefined when they are recent or none are stored. */
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
  // Without the epoch header the answer is not ours (a captive portal): nothing was renewed or ended.
  if (!response.headers.has(EPOCH_HEADER)) return false
  if (response.ok) noteFresh()
  // A server that is down or restarting has not ended the session; nor does an answer to a request from before a sign-in.
  else if (response.status < 500 && response.status !== 429 && tokensHeld() === before) ended()
  return response.ok
}

// Web Locks need a secure context; without them each tab renews on its own.
function alone(work: () => Promise<boolean>): Promise<boolean> {
  return globalThis.navigator?.locks ? navigator.locks.request('eam:refresh', work) : work()
}

/**
 * Renews the tokens once for all tabs. `seen`: the tokens held when the failed call began. If a tab or the service worker has renewed them since, no
 * request is made. Returns whether to repeat the call; a refusal ends the session, a network failure does not.
 */
export function renew(seen: string): Promise<boolean> {
  running ??= alone(async () => {
    const held = tokensHeld()
    // No tokens means that the session has ended, here or in another tab. Ask anyway: the server's refusal ends it in this tab.
    if (held === seen || held === '') return ask()
    // The tab that renewed the tokens may have closed before it stored the time.
    noteFresh()
    return true
  }).finally(() => {
    running = undefined
  })
  return running
}
