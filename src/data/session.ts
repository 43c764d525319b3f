import { create } from 'zustand'
import * as calls from '#contract/calls/session.ts'
import type { AnswerOf } from '#contract/kit/answer.ts'
import { ApiError } from './api-error.ts'
import { invoke } from './client.ts'
import { sha256 } from './digest.ts'
import { dueTokens, lookEvery, noteFresh, onSessionEnd, renew } from './renewal.ts'
import type { FactorSent } from './second-factor.ts'
import { forget, keep, kept, siteKey } from './stored.ts'
import { actFor, currentTenant } from './who.ts'

/** The signed-in person, as the server reports it. */
export type Person = AnswerOf<typeof calls.userInfo>

export interface Session {
  /** Undefined when signed out. Remembered, so that the page also starts offline. */
  readonly person: Person | undefined
  readonly isLocked: boolean
}

/** The session as this browser remembers it, which a page begins with. */
export const rememberedSession = (): Session => ({ person: kept<Person>('person'), isLocked: kept<boolean>('isLock') ?? false })

export const useSession = create<Session>()(rememberedSession)

/** The person signed in, outside of components. */
export function person(): Person | undefined {
  return useSession.getState().person
}

/** Whether the signed-in person holds a right such as `device.submit`; for display, the server decides. */
export function useRight(right: string): boolean {
  return useSession((state) => state.person?.rights.includes(right) ?? false)
}

// Counts the requests for the person and the ends of sessions: an answer older than the newest of them is dropped.
let looks = 0

function setPerson(next: Person | undefined): void {
  if (next) keep('person', next)
  else {
    looks++
    for (const name of ['person', 'tokenAt', 'isLock', LOCKED, SWITCHING]) forget(name)
  }
  useSession.setState(next ? { person: next } : { person: undefined, isLocked: false })
}

function setLocked(isLocked: boolean): void {
  keep('isLock', isLocked, true)
  useSession.setState({ isLocked })
}

/** Reloads the person with rights and language-dependent names; an answer overtaken by a sign-out or a newer request changes nothing. Throws ApiError. */
export async function loadPerson(): Promise<Person> {
  const look = ++looks
  const next = await invoke(calls.userInfo)
  if (look === looks) setPerson(next)
  return next
}

export interface Captcha {
  readonly key: string
  /** Data URL. */
  readonly image: string
}

/** A fresh captcha. Throws ApiError. */
export function fetchCaptcha(): Promise<Captcha> {
  return invoke(calls.captcha, { noRenew: true })
}

export interface Credentials {
  readonly tenantId: string
  readonly account: string
  readonly password: string
  /** The directory that takes the password itself; our own accounts send its digest. */
  readonly directory?: string | undefined
  readonly captcha?: { readonly key: string; readonly code: string } | undefined
  readonly factor?: FactorSent | undefined
}

/** Whether a refused log-in asks for a captcha from now on. */
export function needsCaptcha(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.error === 'wrong_captcha' || (error.data as { captcha_required?: boolean } | null)?.captcha_required === true
}

/** Signs in with a password and loads the person; without a tenant the server looks for it. Throws ApiError with the server's sentence. */
export async function signIn(given: Credentials): Promise<Person> {
  const tenantId = given.tenantId.trim()
  const { tenant_id } = await invoke(calls.token, {
    noRenew: true,
    body: {
      tenantId,
      username: given.account.trim(),
      password: given.directory ? given.password : await sha256(given.password),
      grant_type: given.captcha ? 'captcha' : 'password',
      scope: 'all',
      type: given.directory ? 'ldap' : 'account',
      source: given.directory,
      platform: 'EAM',
      ...given.factor,
    },
    headers: {
      'Tenant-Id': tenantId,
      ...(given.captcha ? { 'Captcha-Key': given.captcha.key, 'Captcha-Code': given.captcha.code } : {}),
    },
  })
  return enterAs(tenant_id ?? tenantId)
}

/** Goes on in a session that the server has just opened, with fresh tokens and without a lock. Throws ApiError. */
export function enterAs(tenantId: string): Promise<Person> {
  actFor(tenantId)
  keep('tenantId', tenantId)
  noteFresh()
  setLocked(false)
  return loadPerson()
}

/** Takes a session over that another program of ours holds, into a tenant of its person; the token is spent. Throws ApiError. */
export async function signInByToken(tenantId: string, refreshToken: string): Promise<Person> {
  await invoke(calls.token, {
    noRenew: true,
    body: { tenantId, refreshToken, grant_type: 'switch_token', scope: 'all', type: 'account', platform: 'EAM' },
    headers: { 'Tenant-Id': tenantId },
  })
  return enterAs(tenantId)
}

/** Kept while the tenant of the session is unknown. */
const SWITCHING = 'isSwitching'

const isRefused = (thrown: unknown): boolean => thrown instanceof ApiError && thrown.error !== 'network' && thrown.error !== 'unknown'

/** Asks the server which tenant the session is in, and continues there. Throws ApiError. */
async function settleTenant(): Promise<void> {
  keep(SWITCHING, true)
  const { tenantId } = await loadPerson()
  if (person()?.tenantId !== tenantId) return
  actFor(tenantId)
  keep('tenantId', tenantId)
  forget(SWITCHING)
}

/**
 * Goes on in another tenant that the person belongs to. A lost answer leaves open whether the session went there: the server is asked, by
 * `watchSession` until it says so. Throws ApiError when the person is not known to be there.
 */
export async function switchTenant(tenantId: string): Promise<void> {
  keep(SWITCHING, true)
  let lost: unknown
  try {
    await invoke(calls.token, { query: { tenantId, grant_type: 'switch_token', scope: 'all', type: 'account', platform: 'EAM' } })
    actFor(tenantId)
    keep('tenantId', tenantId)
    noteFresh()
  } catch (thrown) {
    if (isRefused(thrown)) {
      forget(SWITCHING)
      throw thrown
    }
    lost = thrown
  }
  await settleTenant().catch((thrown: unknown) => {
    throw lost ?? thrown
  })
  if (lost && person()?.tenantId !== tenantId) throw lost
}

/** Seconds that a sign-out waits for the server. */
const leaveS = 10

/** Ends the session here and on the server; the page is signed out even when the server cannot be reached. Returns whether the server knows. */
export async function signOut(): Promise<boolean> {
  try {
    const left = await invoke(calls.logout, { noRenew: true, timeoutS: leaveS })
    if (left?.address) globalThis.location.assign(left.address)
    return true
  } catch (thrown) {
    return thrown instanceof ApiError && thrown.error === 'signed_out'
  } finally {
    setPerson(undefined)
  }
}

/** Tells the other tabs, which hold the same session, that it is locked; a person's new log-in begins without. */
const LOCKED = 'locked'

/** Locks the session on the server: every call is refused until it is unlocked. `password`: the lock password from now on. Throws ApiError. */
export async function lock(password?: string): Promise<void> {
  await invoke(calls.lockScreen, password === undefined ? {} : { body: { password: await sha256(password) } })
  const now = person()
  if (now && password !== undefined) setPerson({ ...now, hasLockPassword: true })
  setLocked(true)
  keep(LOCKED, true)
}

/** Unlocks with the lock password, or with the log-in password where the session has none. Throws ApiError. */
export async function unlock(password: string): Promise<void> {
  await invoke(calls.unlockScreen, { body: { password: await sha256(password) } })
  setLocked(false)
  forget(LOCKED)
}

/** Marks the page as locked after a call was refused with `locked`. */
export function noteLocked(): void {
  setLocked(true)
}

/**
 * Starts the watch over the session: renews tokens that grow old, finds out where a switch without an answer has led, and signs this tab out when
 * another tab did or the session cannot be renewed. Once per page.
 */
export function watchSession(): void {
  onSessionEnd(() => setPerson(undefined))
  actFor(person()?.tenantId ?? currentTenant())
  const settle = (): void => {
    if (person() && kept<boolean>(SWITCHING)) void settleTenant().catch(() => {})
  }
  settle()
  globalThis.addEventListener('online', settle)
  setInterval(() => {
    const due = dueTokens(Date.now())
    if (person() && due !== undefined) void renew(due)
    settle()
  }, lookEvery)
  globalThis.addEventListener('storage', (event) => {
    if (event.key === `${siteKey}${LOCKED}` && person()) setLocked(event.newValue !== null)
    if (event.key !== `${siteKey}person`) return
    const next = kept<Person>('person')
    if (next?.user_id !== person()?.user_id || next?.tenantId !== person()?.tenantId) looks++
    useSession.setState({ person: next })
  })
}
