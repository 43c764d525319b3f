import { checkDeptFlow } from '#contract/entities/check/check-dept.ts'
import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { stepKinds, submitKind } from './derived-kinds.ts'
import { type KindBook, kindBook } from './kinds.ts'

/** What the phone may queue. `check.scan` is an observation: every one is accepted, none depends on another. */
export const phoneKinds: KindBook = kindBook([
  { kind: 'check.scan', commutative: true },
  { kind: 'notice.tagRead', commutative: true, reduce: (row) => row && { ...row, isRead: 1 } },
  submitKind(repairOrder),
  ...stepKinds(repairFlow),
  ...stepKinds(checkDeptFlow),
])
