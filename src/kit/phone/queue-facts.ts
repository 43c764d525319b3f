import type { QueuedFacts, queuedFacts } from '#contract/kit/offline-kinds.ts'

/** The contract's facts of a kind of queued record. */
export type KindFacts = QueuedFacts

type Facts = ReturnType<typeof queuedFacts>

let load: (() => Promise<{ readonly facts: Facts }>) | undefined
let known: Facts = { kinds: {}, titles: {} }

/** Takes where the words of queued records are; they are loaded with the first page that speaks of records. */
export function giveQueueFacts(from: () => Promise<{ readonly facts: Facts }>): void {
  load = from
}

/** Loads the words of every kind. */
export async function loadQueueFacts(): Promise<void> {
  if (load) known = (await load()).facts
}

/** The field that names a row of an entity which queued records name; undefined for one whose rows phones do not keep. */
export const queuedTitle = (entity: string): string | undefined => known.titles[entity]

/** What the contract says of a kind; undefined for one that this program does not know. */
export const kindFacts = (kind: string): KindFacts | undefined => known.kinds[kind]
