import { EPOCH_HEADER } from '#contract/sync.ts'
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

/** Notes that the cookies hold fresh tokens, for every tab. */
export function noteFresh(): void {
  keep('tokenAt', Date.now())
}

/** Whether the token is so old that it is renewed now; never when no session was noted. */
export function isDue(now: number): boolean {
  const at = kept<number>('tokenAt')
  return at !== undefined && now - at >= tokenTime * 1000
}

async function ask(): Promise<boolean> {
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
  // A server that is down or restarting has not ended anything.
  else if (response.status < 500 && response.status !== 429) ended()
  return response.ok
}

// Web Locks exist in secure contexts only; elsewhere each tab renews for itself.
function alone(work: () => Promise<boolean>): Promise<boolean> {
  return globalThis.navigator?.locks ? navigator.locks.request('eam:refresh', work) : work()
}

/**
 * Renews the tokens once for all tabs. `since` is when the failed call began: tokens that another tab renewed later are
 * simply used. Returns whether calling again makes sense; a refusal ends the session, a lost network does not.
 */
export function renew(since: number): Promise<boolean> {
  running ??= alone(async () => ((kept<number>('tokenAt') ?? 0) > since ? true : ask())).finally(() => {
    running = undefined
  })
  return running
}
