import type { metrologyCard } from '#contract/entities/service/metrology-card.ts'
import { metrologyRecord } from '#contract/entities/service/metrology-record.ts'
import type { PhoneRow } from '#contract/kit/entity/shape.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { readRows } from '#src/data/cache/read-rows.ts'
import { isGone, type OfDevice, withDevices } from '#src/features/asset/public/with-devices.ts'
import { pulledRows, useStored } from '#src/kit/phone/store/local-data.ts'
import type { PhoneStore } from '#src/kit/phone/store/phone-store.ts'

/** A metrology card as phones keep it, with its device. */
export type PhoneCard = Pick<
  PhoneRow<typeof metrologyCard>,
  'id' | 'cardTitle' | 'deviceId' | 'measureKind' | 'body' | 'labelState' | 'dueDate' | 'validUntil' | 'pause'
> &
  OfDevice

/** Days before its end from which a certificate is due, as on the first page of the desk. */
const ahead = 30

async function dueCards(of: PhoneStore, ofDevice: string | undefined): Promise<PhoneCard[]> {
  const soon = daysAfter(homeDay(new Date()), ahead)
  const cards = (await pulledRows<PhoneCard>(of, 'measureCard')).filter(
    ({ deviceId, dueDate, pause }) => dueDate && dueDate <= soon && !pause && (ofDevice === undefined || deviceId === ofDevice),
  )
  if (cards.length === 0) return []
  // Records that this phone ended count until the server's card says the next day.
  const records = await readRows(of, metrologyRecord.name)
  const open = new Set(records.map(({ deviceId }) => deviceId))
  const found = await withDevices(
    of,
    cards.filter(({ deviceId }) => !open.has(deviceId)),
  )
  return found.filter((card) => !isGone(card)).sort((a, b) => String(a.dueDate).localeCompare(String(b.dueDate)))
}

/**
 * The devices of this phone that are due or overdue and have no record yet, the longest overdue first; with `deviceId` this one alone. Undefined while they
 * are read.
 */
export const useDueCards = (deviceId: string | undefined): PhoneCard[] | undefined => useStored((of) => dueCards(of, deviceId), [deviceId])
