import type { Call } from '#contract/kit/call.ts'
import type { Entity } from '#contract/kit/entity.ts'
import type { Field, FieldMap } from '#contract/kit/field.ts'
import type { Machine } from '#contract/kit/machine.ts'
import type { Words } from '#contract/kit/words.ts'

/** The contract's facts of a kind of queued record. */
export interface KindFacts {
  readonly words: Words
  /** What its body may hold. */
  readonly fields: FieldMap
  /** For a step: the state it leads to, with the field of its label and the state's name. */
  readonly state?: { readonly name: string; readonly field: Field; readonly to: string }
}

/** A module's facts of the records that its phones may queue; `entities`: those whose rows such a record names. */
export interface QueueFacts {
  readonly kinds: readonly (readonly [kind: string, facts: KindFacts])[]
  readonly entities: readonly Entity[]
}

/** The words of a call that a phone may queue. */
export const callFacts = (of: Call): [string, KindFacts] => [of.name, { words: of, fields: of.input }]

/** The words of the steps that a phone may queue. */
export const stepFacts = (on: Machine, of: Entity): [string, KindFacts][] =>
  Object.entries(on.steps)
    .filter(([, step]) => step.offline)
    .map(([name, step]) => {
      const field = of.fields[on.field]
      const state = field && typeof step.to === 'string' ? { name: on.field, field, to: step.to } : undefined
      return [`${on.entity}.${name}`, { words: step, fields: step.input, ...(state ? { state } : {}) }]
    })

const loaders: (() => Promise<{ readonly queue: QueueFacts }>)[] = []
const known = new Map<string, KindFacts>()
const named = new Map<string, Entity>()

/** Takes where the words of the modules are; they are loaded with the first page that speaks of records. */
export function giveQueueFacts(load: readonly (() => Promise<{ readonly queue: QueueFacts }>)[]): void {
  loaders.push(...load)
}

/** Loads the words of every module. */
export async function loadQueueFacts(): Promise<void> {
  for (const { queue } of await Promise.all(loaders.map((load) => load()))) {
    for (const [kind, facts] of queue.kinds) known.set(kind, facts)
    for (const of of queue.entities) named.set(of.name, of)
  }
}

/** The entities whose rows a queued record names. */
export const queuedEntities: ReadonlyMap<string, Entity> = named

/** What the contract says of a kind; undefined for one that this program does not know. */
export const kindFacts = (kind: string): KindFacts | undefined => known.get(kind)
