import { pushKey, pushSubscribe, pushUnsubscribe } from '#contract/calls/notice/push.ts'
import type { Language } from '#contract/kit/words.ts'
import { invoke } from '#src/data/client.ts'
import { person } from '#src/data/session.ts'
import { forget, keep, kept } from '#src/data/stored.ts'

/** The person who wants notifications in this browser. */
const WANTED = 'pushFor'

/** `lacking`: the browser has none, or none before the program is on the home screen; `denied`: its settings forbid them. */
export type PushState = 'lacking' | 'denied' | 'off' | 'on'

const registered = async (): Promise<ServiceWorkerRegistration | undefined> => {
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)) return undefined
  return navigator.serviceWorker.getRegistration('/m/')
}

/** Whether the signed-in person gets notifications in this browser. */
export async function pushState(): Promise<PushState> {
  const at = await registered()
  if (!at) return 'lacking'
  if (Notification.permission === 'denied') return 'denied'
  const isWanted = kept<string>(WANTED) === person()?.user_id
  return isWanted && Notification.permission === 'granted' && (await at.pushManager.getSubscription()) ? 'on' : 'off'
}

const sameKey = (held: ArrayBuffer | null | undefined, key: string): boolean =>
  held !== null &&
  held !== undefined &&
  btoa(String.fromCharCode(...new Uint8Array(held)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '') === key

/** Subscribes this browser for the signed-in person. The browser asks for permission; throws if the server or the browser's push service refuses. */
export async function startPush(language: Language): Promise<PushState> {
  const [at, who] = [await registered(), person()]
  if (!at || !who) return 'lacking'
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  const { key } = await invoke(pushKey, { body: {} })
  const held = await at.pushManager.getSubscription()
  const isOurs = sameKey(held?.options.applicationServerKey, key)
  if (held && !isOurs) await held.unsubscribe()
  const subscription = held && isOurs ? held : await at.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = subscription.toJSON()
  await invoke(pushSubscribe, { body: { endpoint, p256dh: keys?.p256dh, auth: keys?.auth, language } })
  keep(WANTED, who.user_id)
  return pushState()
}

/** Ends the notifications in this browser. */
export async function endPush(): Promise<PushState> {
  await invoke(pushUnsubscribe, { body: {} })
  forget(WANTED)
  await dropPush()
  return pushState()
}

/** Takes the notifications from this browser alone: the server may not know yet that the session has ended. */
export async function dropPush(): Promise<void> {
  const held = await (await registered())?.pushManager.getSubscription()
  await held?.unsubscribe()
}

/** Subscribes again with a new session, for a person who wanted notifications before. Failures are left for the next start. */
export async function renewPush(language: Language): Promise<void> {
  if (kept<string>(WANTED) !== person()?.user_id || !navigator.onLine || globalThis.Notification?.permission !== 'granted') return
  await startPush(language).catch(() => {})
}
