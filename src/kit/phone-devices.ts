import { useEffect, useMemo } from 'react'
import { readMeta } from '#src/data/cache/dexie-cache.ts'
import { readRow } from '#src/data/cache/read-rows.ts'
import { useStored } from './phone-data.ts'
import type { PhoneDevice } from './phone-device.ts'
import { wantLater } from './phone-later.ts'
import type { Station } from './phone-station.ts'
import { type Coming, useShelf } from './shelf-store.ts'

/** The shelf comes after the first page: a card by its id does without it. */
const keeper = () => import('./phone-kept-shelf.ts')
wantLater(keeper)

export interface FoundDevices {
  readonly rows: readonly PhoneDevice[]
  readonly more: boolean
  /** How many cards this phone holds in all. */
  readonly stored: number
  /** Present while the first load still runs. */
  readonly coming: Coming | undefined
  /** The browser has removed what this phone held, and it is loaded anew. */
  readonly evicted: boolean
}

/** The cards that match a text, from this phone, as the person expects them; undefined while they are read. */
export function useDevices(text: string, limit: number): FoundDevices | undefined {
  const { shelf, coming, evicted } = useShelf()
  useEffect(warmDevices, [])
  return useMemo(
    () => shelf && { ...shelf.search(text, limit), stored: shelf.size, coming, evicted },
    [shelf, coming, evicted, text, limit],
  )
}

/** The card of a code on this phone. Waits until the cards have been read. */
export async function findDevice(code: string): Promise<PhoneDevice | undefined> {
  const { readShelf } = await keeper()
  return (await readShelf()).find(code)
}

/** Reads the cards into memory, so that the first scan does not wait for it. */
export function warmDevices(): void {
  void keeper().then(async ({ readShelf }) => {
    const shelf = await readShelf()
    // In a moment of its own: whoever waits for the page itself goes first.
    setTimeout(() => shelf.warm())
  })
}

/** A card by its id or by the token of its label. */
export type DeviceKey = { readonly id: string; readonly token?: undefined } | { readonly token: string; readonly id?: undefined }

/** One card as the person expects it; null: this phone does not hold it; undefined while it is read. */
export function useDevice({ id, token }: DeviceKey): PhoneDevice | null | undefined {
  return useStored<PhoneDevice | null>(
    async (of) => {
      const found = id ?? (await idOfToken(of, token))
      if (!found) return null
      return ((await readRow(of, 'device', found))?.row as unknown as PhoneDevice | undefined) ?? null
    },
    [id, token],
  )
}

async function idOfToken({ cache }: Station, token = ''): Promise<string | undefined> {
  const { current } = await readMeta(cache)
  const rows = await cache.rows.where('row.qrToken').equals(token).toArray()
  const loose = rows.find((row) => row.gen === current.gen && row.entity === 'device')
  return loose?.id ?? (await findDevice(token))?.id
}
