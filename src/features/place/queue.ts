import { location } from '#contract/entities/place/location.ts'
import type { QueueFacts } from '#src/kit/phone/queue-facts.ts'

export const queue: QueueFacts = { kinds: [], entities: [location] }
