import { giveQueueFacts, type QueueFacts } from '#src/kit/phone/queue-facts.ts'

// Taken from the folders, as the kinds are: each is code of its own that comes later.
giveQueueFacts(Object.values(import.meta.glob<{ queue: QueueFacts }>('../features/*/queue.ts')))
