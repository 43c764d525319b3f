import { checkDeptFlow } from '#contract/entities/check/check-dept.ts'
import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { type StepFacts, stepKinds, submitKind } from './derived-kinds.ts'
import { type KindBook, kindBook } from './kinds.ts'

// What the server is known to write, so that lists and times stand right until its row comes.
const repairFacts: StepFacts = {
  accept: ({ occurredAt, userId }) => ({ acceptedAt: occurredAt, engineerId: userId }),
  arrive: ({ occurredAt, userId }) => ({ arrivedAt: occurredAt, engineerId: userId }),
  wait: ({ body }) => ({ waitingFor: (body as { reason?: string }).reason ?? null }),
  resume: () => ({ waitingFor: null }),
  finish: ({ occurredAt, body }) => {
    const { diagnosis = null, measures = null } = body as { diagnosis?: string; measures?: string }
    return { finishedAt: occurredAt, diagnosis, measures }
  },
  remind: ({ occurredAt }) => ({ remindedAt: occurredAt }),
}

/** What the phone may queue. `check.scan` is an observation: every one is accepted, none depends on another. */
export const phoneKinds: KindBook = kindBook([
  { kind: 'check.scan', commutative: true },
  { kind: 'check.withdraw', commutative: true },
  { kind: 'check.addSurplus', commutative: true },
  { kind: 'notice.tagRead', commutative: true, reduce: (row) => row && { ...row, isRead: 1 } },
  submitKind(repairOrder, ({ occurredAt, userId }) => ({ reportedAt: occurredAt, reporterId: userId })),
  ...stepKinds(repairFlow, repairFacts),
  ...stepKinds(checkDeptFlow),
])
