import { useEffect, useMemo, useState } from 'react'
import { readRow } from '#src/data/cache/read-rows.ts'
import { wantLater } from '#src/kit/phone/store/lazy-load.ts'
import { useStored } from '#src/kit/phone/store/local-data.ts'
import type { PhoneDevice } from './device.ts'
import { type Coming, useDeviceIndex } from './device-index-store.ts'

/** The index comes after the first page: a card by its id does without it. */
const keeper = () => import('./kept-device-index.ts')
wantLater(keeper)
const plates = () => import('./plate.ts')
wantLater(plates)
const pinyin = () => import('#contract/kit/text/pinyin.ts')
wantLater(pinyin)

export interface FoundDevices {
  readonly rows: readonly PhoneDevice[]
  readonly more: boolean
  /** How many cards this phone holds in all. */
  readonly stored: number
  /** Present while the first load still runs. */
  readonly coming: Coming | undefined
  /** The browser has removed the stored data of this phone, and it is being reloaded. */
  readonly evicted: boolean
}

/** The cards that match a text, from this phone, as the person expects them; undefined while they are read. */
export function useDevices(text: string, limit: number): FoundDevices | undefined {
  const { index, coming, evicted } = useDeviceIndex()
  const [typedForm, setTypedForm] = useState<(name: string) => string>()
  useEffect(warmDevices, [])
  useEffect(() => void pinyin().then(({ pinyinForm }) => setTypedForm(() => pinyinForm)), [])
  return useMemo(
    () => index && { ...index.search(text, limit, typedForm), stored: index.size, coming, evicted },
    [index, coming, evicted, text, limit, typedForm],
  )
}

/** The card of a code on this phone, a maker's plate by GS1 included. Waits until the cards have been read. */
export async function findDevice(code: string): Promise<PhoneDevice | undefined> {
  const { readDeviceIndex } = await keeper()
  const index = await readDeviceIndex()
  return index.find(code) ?? (await plates()).onPlate(index, code)
}

/** Reads the cards into memory, so that the first scan does not wait for them. */
export function warmDevices(): void {
  void keeper().then(async ({ readDeviceIndex }) => {
    const index = await readDeviceIndex()
    // In a separate task, so that rendering the page goes first.
    setTimeout(() => index.warm())
  })
}

/** A card by its id or by the token of its label. */
export type DeviceKey = { readonly id: string; readonly token?: undefined } | { readonly token: string; readonly id?: undefined }

/** The id of the card whose label has this token; null: none here, undefined while the cards are read or without a token. */
function useLabelled(token: string | undefined): string | null | undefined {
  const index = useDeviceIndex((state) => state.index)
  useEffect(() => {
    if (token !== undefined) warmDevices()
  }, [token])
  return useMemo(() => (token === undefined || !index ? undefined : (index.find(token)?.id ?? null)), [index, token])
}

/** One card as the person expects it; null: this phone does not hold it; undefined while it is read. */
export function useDevice({ id, token }: DeviceKey): PhoneDevice | null | undefined {
  const labelled = useLabelled(token)
  const wanted = id ?? labelled
  const held = useStored(
    async (of) => ({
      wanted,
      row: wanted ? ((await readRow(of, 'device', wanted))?.row as unknown as PhoneDevice | undefined) : undefined,
    }),
    [wanted],
  )
  // A result for another card does not apply to this one.
  return wanted === undefined || held?.wanted !== wanted ? undefined : (held.row ?? null)
}
