import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { type StepFacts, stepKinds, submitKind } from '#src/data/outbox/derived-kinds.ts'
import type { Kind } from '#src/data/outbox/kinds.ts'

// Known writes of the server, so that lists and times are right until its row comes.
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

export const kinds: readonly Kind[] = [
  submitKind(repairOrder, ({ occurredAt, userId }) => ({ reportedAt: occurredAt, reporterId: userId })),
  ...stepKinds(repairFlow, repairFacts),
]
