import { device } from '#contract/entities/asset/device.ts'
import type { QueueFacts } from '#src/kit/phone/queue-facts.ts'

export const queue: QueueFacts = { kinds: [], entities: [device] }
