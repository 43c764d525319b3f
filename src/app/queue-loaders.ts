import { giveQueueFacts, type QueueFacts } from '#src/kit/phone/queue-facts.ts'

// Collected from the folders, as the kinds are: each is a chunk that is loaded later.
giveQueueFacts(Object.values(import.meta.glob<{ queue: QueueFacts }>('../features/*/queue.ts')))
