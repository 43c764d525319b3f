import type { ApplyKind } from './apply-kinds.ts'

/** The event types of the calls `eventtype<name>`, each with the kind of application behind it. */
export const eventTypes = {
  borrow: 'borrow',
  check: 'check',
  in: 'in',
  maintain: 'maintain',
  measure: 'measure',
  purchase: 'purchase',
  repair: 'repair',
  scrap: 'disposal',
  transfer: 'allot',
} as const satisfies Readonly<Record<string, ApplyKind>>
