import type { useStates } from '#contract/entities/custody/use-states.ts'
import { readRows } from '#src/data/cache/read-rows.ts'
import type { PhoneDevice } from '#src/features/asset/public/device.ts'
import { pulledByIds, useStored } from '#src/kit/phone/local-data.ts'

/** A use as phones keep it. */
export interface PhoneUse {
  readonly id: string
  readonly version?: number
  readonly useNo?: string | null
  readonly status: keyof typeof useStates
  readonly eventType: string
  readonly eventTypeValue?: string | null
  readonly cardId: string
  readonly cardName?: string | null
  /** The asset number, of a card that this phone keeps: it tells devices of one name apart. */
  readonly cardCode?: string | null
  readonly fromDeptName?: string | null
  readonly toDeptName?: string | null
  readonly applicantId?: string | null
  readonly applicantName?: string | null
  readonly receiverId?: string | null
  readonly receiverName?: string | null
  readonly returnTime?: string | null
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
