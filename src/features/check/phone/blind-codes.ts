import { blindCodes as call } from '#contract/calls/tooling/sync.ts'
import { codeKey, sameCode } from '#contract/kit/text/one-writing.ts'
import { HASH_BYTES } from '#contract/sync/sync-blind.ts'
import type { BlindRow } from '#src/data/cache/cache-db.ts'
import { invoke } from '#src/data/client.ts'
import type { PhoneStore } from '#src/kit/phone/store/phone-store.ts'
import type { Observation } from './count-model.ts'

/** A list is asked for so often at most, in milliseconds: the register changes all day, and an old list only knows fewer second codes. */
const EVERY_MS = 60 * 60_000
const asked = new Map<string, number>()

const checkOf = (scope: string): string => scope.slice('task:'.length).split('~')[0] as string

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

/** Updates the hashed codes of the blind checks among these scopes; codes that are not available now are loaded later. */
export async function pullBlindCodes({ cache, who }: PhoneStore, scopes: readonly string[]): Promise<void> {
  for (const scope of scopes.filter((name) => name.endsWith('~blind'))) {
    const name = `${who.tenantId} ${who.userId} ${scope}`
    if (performance.now() - (asked.get(name) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) continue
    asked.set(name, performance.now())
    try {
      const held = await cache.blind.get(scope)
      const { codes, salt, stamp } = await invoke(call, { query: { check: checkOf(scope), stamp: held?.stamp } })
      if (codes !== undefined) await cache.blind.put({ scope, salt, stamp, codes: bytesOf(codes) })
    } catch {
      asked.delete(name)
    }
  }
}

/** Tells which codes belong to one thing, without revealing what it is; undefined for a code that no card has. */
export type ThingOf = (code: string) => Promise<number | undefined>

const wordAt = (bytes: Uint8Array, at: number): number =>
  (((bytes[at] as number) << 24) | ((bytes[at + 1] as number) << 16) | ((bytes[at + 2] as number) << 8) | (bytes[at + 3] as number)) >>> 0

/** The hashes of a list as a lookup table: open addressing over the first half of each hash. */
export function thingsOf({ salt, codes }: Pick<BlindRow, 'salt' | 'codes'>): ThingOf {
  const places: number[] = []
  const things: number[] = []
  for (let at = 0, thing = 0; at < codes.length; thing++) {
    const end = at + 1 + (codes[at] as number) * HASH_BYTES
    for (let place = at + 1; place < end; place += HASH_BYTES) {
      places.push(place)
      things.push(thing)
    }
    at = end
  }
  let slots = 2
  while (slots < places.length * 2) slots *= 2
  const table = new Uint32Array(slots)
  places.forEach((place, index) => {
    let slot = wordAt(codes, place) & (slots - 1)
    while (table[slot] !== 0) slot = (slot + 1) & (slots - 1)
    table[slot] = index + 1
  })
  const salted = Uint8Array.from(salt.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  return async (code) => {
    const text = new TextEncoder().encode(codeKey(code))
    const input = new Uint8Array(salted.length + text.length)
    input.set(salted)
    input.set(text, salted.length)
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', input))
    for (let slot = wordAt(hash, 0) & (slots - 1); table[slot] !== 0; slot = (slot + 1) & (slots - 1)) {
      const index = (table[slot] as number) - 1
      const place = places[index] as number
      if (wordAt(codes, place) === wordAt(hash, 0) && wordAt(codes, place + 4) === wordAt(hash, 4)) return things[index]
    }
    return undefined
  }
}

let kept: { readonly stamp: string; readonly thingOf: ThingOf } | undefined

/** Which thing of a blind check a code is of; undefined where this phone cannot tell. */
export async function thingInBlind({ cache }: PhoneStore, checkId: string, code: string): Promise<number | undefined> {
  const row = (await cache.blind.toArray()).find(({ scope }) => checkOf(scope) === checkId)
  if (!row || !globalThis.crypto?.subtle) return undefined
  const stamp = `${row.salt} ${row.stamp}`
  if (kept?.stamp !== stamp) kept = { stamp, thingOf: thingsOf(row) }
  return kept.thingOf(code)
}

/** Whether the thing that a code is of is among what this phone has recorded in a blind check, by the same code or another one. */
export async function isRecorded(of: PhoneStore, checkId: string, code: string, own: readonly Observation[]): Promise<boolean> {
  if (own.some((one) => sameCode(one.code, code))) return true
  const thing = await thingInBlind(of, checkId, code)
  if (thing === undefined) return false
  const things = await Promise.all(own.map((one) => thingInBlind(of, checkId, one.code)))
  return things.includes(thing)
}

/** Whether none of these writings of one thing is on the list of all codes that this phone has; false where it has no list. */
export async function isOnNoCard(of: PhoneStore, checkId: string, codes: readonly string[]): Promise<boolean> {
  const row = (await of.cache.blind.toArray()).find(({ scope }) => checkOf(scope) === checkId)
  if (!row || row.codes.length === 0 || !globalThis.crypto?.subtle) return false
  const things = await Promise.all(codes.map((code) => thingInBlind(of, checkId, code)))
  return things.every((thing) => thing === undefined)
}
