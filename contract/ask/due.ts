import type { Wanted } from '../kit/figures/measure.ts'

/** The date on which rows of a list fall due, and which rows still can. */
export interface Due {
  readonly field: string
  readonly where?: Wanted
  /** The date counts only where the sentence names it. */
  readonly isNamed?: true
}

export const dueDates: Readonly<Record<string, Due>> = {
  device: { field: 'warrantyEnd', isNamed: true },
  measureCard: { field: 'dueDate' },
  maintainOrder: { field: 'dueDate', where: { orderState: 'due,assigned,working' } },
  checklistTask: { field: 'dueDate', where: { taskStatus: 'todo,filling' } },
  qualityCard: { field: 'nextDue' },
  statutoryCard: { field: 'validUntil' },
  deviceUse: { field: 'returnTime', where: { status: 'received,returning', eventType: 'borrow' } },
  sharedBorrowing: { field: 'toTime', where: { borrowingStatus: 'lent' } },
  devicePart: { field: 'expiresOn' },
  supplierQualification: { field: 'validUntil' },
  adverseEvent: { field: 'dueAt' },
  deviceAttach: { field: 'validUntil' },
}

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
  supplierQualification: 'validUntil',
  deviceAttach: 'validUntil',
  purchasePlan: 'approvedAt',
  purchaseBudget: 'approvedAt',
}
