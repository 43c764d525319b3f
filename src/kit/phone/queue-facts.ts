import type { QueuedFacts, queuedFacts } from '#contract/kit/entity/offline-kinds.ts'

/** The contract's description of a kind of queued record. */
export type KindFacts = QueuedFacts

type Facts = ReturnType<typeof queuedFacts>

let load: (() => Promise<{ readonly facts: Facts }>) | undefined
let known: Facts = { kinds: {}, titles: {} }

/** Registers the loader of the descriptions; the first page that shows records loads them. */
export function giveQueueFacts(from: () => Promise<{ readonly facts: Facts }>): void {
  load = from
}

/** Loads the descriptions of all kinds. */
export async function loadQueueFacts(): Promise<void> {
  if (load) known = (await load()).facts
}

/** The field that names a queued record of an entity; undefined for an entity that phones do not store. */
export const queuedTitle = (entity: string): string | undefined => known.titles[entity]

/** The description of a kind; undefined for one that this program does not support. */
export const kindFacts = (kind: string): KindFacts | undefined => known.kinds[kind]
