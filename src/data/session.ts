import { create } from 'zustand'
import * as calls from '#contract/calls/identity/session.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { ApiError } from './api-error.ts'
import { invoke } from './client.ts'
import { sha256 } from './digest.ts'
import { rememberHospital } from './hospitals.ts'
import { dueTokens, lookEvery, noteFresh, onSessionEnd, renew } from './renewal.ts'
import type { FactorSent } from './second-factor.ts'
import { forget, keep, kept, siteKey } from './stored.ts'
import { actFor, currentTenant } from './who.ts'

/** The signed-in person, as the server reports it. */
export type Person = AnswerOf<typeof calls.userInfo>

export interface Session {
  /** Undefined when signed out. Stored, so that the page also starts offline. */
  readonly person: Person | undefined
  readonly isLocked: boolean
}

/** The session as this browser remembers it, which a page begins with. */
export const rememberedSession = (): Session => ({ person: kept<Person>('person'), isLocked: kept<boolean>('isLock') ?? false })

export const useSession = create<Session>()(rememberedSession)

/** The signed-in person, for use outside components. */
export function person(): Person | undefined {
  return useSession.getState().person
}

/** Whether the signed-in person holds a right such as `device.submit`. For display only: the server checks it. */
export function useRight(right: string): boolean {
  return useSession((state) => state.person?.rights.includes(right) ?? false)
}

// Incremented by every request for the person and every end of a session, so that outdated answers are dropped.
let looks = 0

function setPerson(next: Person | undefined): void {
  if (next) {
    keep('person', next)
  } else {
    looks++
    for (const name of ['person', 'tokenAt', 'isLock', LOCKED, SWITCHING]) forget(name)
  }
  useSession.setState(next ? { person: next } : { person: undefined, isLocked: false })
}

function setLocked(isLocked: boolean): void {
  keep('isLock', isLocked, true)
  useSession.setState({ isLocked })
}

/** Reloads the person with rights and translated names. Ignores an answer that a sign-out or a newer request has overtaken. Throws ApiError. */
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
  /** The tenant by its number, or by its exact name. */
  readonly tenantId?: string | undefined
  readonly tenantName?: string | undefined
  readonly account: string
  readonly password: string
  /** Code of a directory (LDAP), which gets the password itself; local accounts send its hash. */
  readonly directory?: string | undefined
  readonly captcha?: { readonly key: string; readonly code: string } | undefined
  readonly factor?: FactorSent | undefined
}

/** Whether a refused log-in requires a captcha from now on. */
export function needsCaptcha(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.error === 'wrong_captcha' || (error.data as { captcha_required?: boolean } | null)?.captcha_required === true
}

/** Signs in with a password and loads the person; with an empty tenant the server finds it. Throws ApiError with the server's sentence. */
export async function signIn(given: Credentials): Promise<Person> {
  const tenantId = given.tenantName ? undefined : (given.tenantId ?? '').trim()
  const { tenant_id } = await invoke(calls.token, {
    noRenew: true,
    body: {
      tenantId,
      tenantName: given.tenantName,
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
      ...(tenantId === undefined ? {} : { 'Tenant-Id': tenantId }),
      ...(given.captcha ? { 'Captcha-Key': given.captcha.key, 'Captcha-Code': given.captcha.code } : {}),
    },
  })
  return enterAs(tenant_id ?? tenantId ?? '')
}

/** Continues in a session that the server has just opened: stores the tenant, notes fresh tokens, unlocks, remembers the hospital. Throws ApiError. */
export async function enterAs(tenantId: string): Promise<Person> {
  actFor(tenantId)
  keep('tenantId', tenantId)
  noteFresh()
  setLocked(false)
  const entered = await loadPerson()
  // Only here: an answer that arrives during a sign-out must not store anything again.
  if (entered.tenantName) rememberHospital(entered.tenantId, entered.tenantName)
  return entered
}

/** Signs in with the refresh token of another program of ours, to one of the person's tenants. The token is used up. Throws ApiError. */
export async function signInByToken(tenantId: string, refreshToken: string): Promise<Person> {
  await invoke(calls.token, {
    noRenew: true,
    body: { tenantId, refreshToken, grant_type: 'switch_token', scope: 'all', type: 'account', platform: 'EAM' },
    headers: { 'Tenant-Id': tenantId },
  })
  return enterAs(tenantId)
}

/** Storage key; set while it is unknown which tenant the session is in. */
const SWITCHING = 'isSwitching'

const isRefused = (thrown: unknown): boolean => thrown instanceof ApiError && thrown.error !== 'network' && thrown.error !== 'unknown'

/** Asks the server for the session's tenant and continues in it. Throws ApiError. */
async function settleTenant(): Promise<void> {
  keep(SWITCHING, true)
  const { tenantId, tenantName } = await loadPerson()
  if (person()?.tenantId !== tenantId) return
  actFor(tenantId)
  keep('tenantId', tenantId)
  if (tenantName) rememberHospital(tenantId, tenantName)
  forget(SWITCHING)
}

/**
 * Switches to another tenant of the person. When the answer is lost, the outcome is unknown: the server is asked now, and again by `watchSession`
 * until it answers. Throws ApiError unless the switch is confirmed.
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

/** Timeout of the sign-out request, in seconds. */
const leaveS = 10

/** Signs out here even when the server cannot be reached. Returns whether the session is over on the server too. */
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

/** Storage key that locks the other tabs of the session through the storage event; removed at sign-out. */
const LOCKED = 'locked'

/** Locks the session on the server, which refuses every call until it is unlocked. `password`: sets the lock password. Throws ApiError. */
export async function lock(password?: string): Promise<void> {
  await invoke(calls.lockScreen, password === undefined ? {} : { body: { password: await sha256(password) } })
  const now = person()
  if (now && password !== undefined) setPerson({ ...now, hasLockPassword: true })
  setLocked(true)
  keep(LOCKED, true)
}

/** Unlocks with the lock password, or with the log-in password when no lock password is set. Throws ApiError. */
export async function unlock(password: string): Promise<void> {
  await invoke(calls.unlockScreen, { body: { password: await sha256(password) } })
  setLocked(false)
  forget(LOCKED)
}

/** Shows the page as locked, after a call was refused with `locked`. */
export function noteLocked(): void {
  setLocked(true)
}

/**
 * Watches the session: renews ageing tokens, settles a tenant switch without an answer, and signs this tab out when another tab signed out or the
 * session cannot be renewed. Call once per page.
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
