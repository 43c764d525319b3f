import type { deviceUse } from '#contract/entities/custody/device-use.ts'
import type { PhoneRow } from '#contract/kit/entity/shape.ts'
import { readRows } from '#src/data/cache/read-rows.ts'
import type { PhoneDevice } from '#src/features/asset/public/device.ts'
import { pulledByIds, useStored } from '#src/kit/phone/store/local-data.ts'

/** A use as phones keep it. */
export type PhoneUse = PhoneRow<typeof deviceUse> & {
  /** The asset number of a card that this phone keeps: it distinguishes devices of one name. */
  readonly cardCode?: string | null
}

/** The uses on this phone that go on; undefined while they are read. */
export function useUses(): PhoneUse[] | undefined {
  return useStored(async (of) => {
    const rows = (await readRows(of, 'deviceUse')) as unknown as PhoneUse[]
    const ids = [...new Set(rows.map(({ cardId }) => cardId))]
    const devices = ids.length > 0 ? await pulledByIds<PhoneDevice>(of, 'device', ids) : []
    const cards = new Map(devices.map((device) => [device.id, device]))
    return rows.map((row) => {
      const card = cards.get(row.cardId)
      return { ...row, cardName: row.cardName ?? card?.deviceName ?? null, cardCode: card?.deviceCode ?? null }
    })
  }, [])
}
