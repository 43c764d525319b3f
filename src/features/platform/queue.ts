import { tagRead } from '#contract/calls/notice.ts'
import { callFacts, type QueueFacts } from '#src/kit/phone/queue-facts.ts'

export const queue: QueueFacts = { kinds: [callFacts(tagRead)], entities: [] }
