import { dues } from '../kit/entity/due.ts'
import type { Wanted } from '../kit/figures/measure.ts'

/** The date on which rows of a list fall due, and which rows still can. */
interface Due {
  readonly by: string
  readonly where?: Wanted | undefined
}

/** Dates that stand in no calendar of due things. */
const others: Readonly<Record<string, Due>> = {
  sharedBorrowing: { by: 'toTime', where: { borrowingStatus: 'lent' } },
  devicePart: { by: 'expiresOn' },
  deviceAttach: { by: 'validUntil' },
}

const duesOf = (entity: string): readonly Due[] => {
  const known = dues.filter(({ of }) => of.name === entity)
  return known.length > 0 ? known : others[entity] ? [others[entity]] : []
}

/** Whether rows of an entity fall due. */
export const fallsDue = (entity: string): boolean => duesOf(entity).length > 0

/** The date on which rows fall due where the sentence names none; devices have several, which it has to name. */
export const dueDateOf = (entity: string): string | undefined => (entity === 'device' ? undefined : duesOf(entity)[0]?.by)

/** The rows that still can fall due on a date. */
export const openOf = (entity: string, field: string): Wanted => duesOf(entity).find(({ by }) => by === field)?.where ?? {}

/** The rows of a list that the name of a measure means: inspections are some of the checklists. */
export const rowsOfMeasure: Readonly<Record<string, Wanted>> = { inspections: { useKind: 'inspection' } }

/** The date that a period or a length of time is about in a list whose entity has no measure with a period. */
export const listDates: Readonly<Record<string, string>> = {
  deviceStop: 'since',
  sensorAlarm: 'openedAt',
  statutoryInspection: 'inspectedOn',
  recall: 'noticeDate',
  statutoryCard: 'validUntil',
  measureCard: 'dueDate',
  qualityCard: 'nextDue',
  devicePart: 'purchaseDate',
  warehouseEntry: 'entryDate',
  orderArrival: 'receivedOn',
  supplierQualification: 'validUntil',
  serviceInvoice: 'invoiceDate',
  purchaseInvoice: 'invoiceDate',
  purchaseQuote: 'quotedOn',
  contractDevice: 'validUntil',
  deviceAttach: 'validUntil',
  purchasePlan: 'approvedAt',
  purchaseBudget: 'approvedAt',
}
