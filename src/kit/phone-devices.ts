import Dexie, { liveQuery, type Subscription } from 'dexie'
import { useEffect } from 'react'
import { create } from 'zustand'
import { readMeta } from '#src/data/cache/dexie-cache.ts'
import { readRow } from '#src/data/cache/read-rows.ts'
import { useStored } from './phone-data.ts'
import type { PhoneDevice } from './phone-device.ts'
import { type DeviceShelf, onShelf, searchShelf, shelfOf } from './phone-shelf.ts'
import { type Station, useStation } from './phone-station.ts'

const useShelf = create<{ readonly shelf: DeviceShelf | undefined }>()(() => ({ shelf: undefined }))

let isKept = false

/** Keeps the device cards of whoever is signed in in memory, following every pull. Not before they are asked for: a scanned card needs only itself. */
function keepShelf(): void {
  if (isKept) return
  isKept = true
  let rows: Subscription | undefined
  let generation: Subscription | undefined
  const follow = (of: Station | undefined): void => {
    rows?.unsubscribe()
    generation?.unsubscribe()
    useShelf.setState({ shelf: undefined })
    if (!of) return
    let gen: number | undefined
    generation = liveQuery(async () => (await readMeta(of.cache)).current.gen).subscribe((next) => {
      if (next === gen) return
      gen = next
      rows?.unsubscribe()
      rows = liveQuery(() => devicesOf(of, next)).subscribe((found) => useShelf.setState({ shelf: shelfOf(found) }))
    })
  }
  useStation.subscribe((state, before) => {
    if (state.station !== before.station) follow(state.station)
  })
  follow(useStation.getState().station)
}

async function devicesOf({ cache }: Station, gen: number): Promise<PhoneDevice[]> {
  const range = cache.rows.where('[gen+entity+id]').between([gen, 'device', Dexie.minKey], [gen, 'device', Dexie.maxKey])
  return (await range.toArray()).map(({ row }) => row as unknown as PhoneDevice)
}

export interface FoundDevices {
  readonly rows: readonly PhoneDevice[]
  readonly more: boolean
  /** How many cards this phone holds in all. */
  readonly stored: number
}

/** The cards that match a text, from this phone; undefined while they are read. */
export function useDevices(text: string, limit: number): FoundDevices | undefined {
  const shelf = useShelf((state) => state.shelf)
  useEffect(keepShelf, [])
  return shelf && { ...searchShelf(shelf, text, limit), stored: shelf.rows.length }
}

/** The card of a code on this phone. Waits until the cards have been read. */
export async function findDevice(code: string): Promise<PhoneDevice | undefined> {
  return onShelf(await readShelf(), code)
}

const readShelf = (): Promise<DeviceShelf> =>
  new Promise((done) => {
    keepShelf()
    const { shelf } = useShelf.getState()
    if (shelf) return done(shelf)
    const stop = useShelf.subscribe((state) => {
      if (!state.shelf) return
      stop()
      done(state.shelf)
    })
  })

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
  return rows.find((row) => row.gen === current.gen && row.entity === 'device')?.id
}
