import type { Field, FieldMap } from '../fields/field.ts'
import type { Words } from '../words.ts'
import type { Call } from './call.ts'
import type { Entity } from './entity.ts'
import { buildsOnVersion, type Machine } from './machine.ts'
import type { Shows } from './shows.ts'

/** A kind of operation that a phone may queue, as plain facts; the phone's program contains these instead of the declarations. */
export interface OfflineKind {
  /** `<entity>.<step>`, `<entity>.submit`, or the name of a call. Never rename it: phones hold operations of it. */
  readonly kind: string
  /** Builds on earlier writes of the same phone to the row. */
  readonly builds?: true
  /** May overtake operations of its lane that wait for a person. */
  readonly commutative?: true
  /** The state after a step, by its field. */
  readonly to?: Readonly<Record<string, string>>
  /** Values that this write sets in a row. */
  readonly makes?: Readonly<Record<string, string>>
  readonly shows?: Shows
}

/** The texts of a kind on the queue page. */
export interface QueuedFacts {
  readonly words: Words
  /** The fields of its body. */
  readonly fields: FieldMap
  /** For a step: the state after it, with the field for its label and the name of the state. */
  readonly state?: { readonly name: string; readonly field: Field; readonly to: string }
}

/** The declarations of the contract. */
export interface Declared {
  readonly entities: readonly Entity[]
  readonly machines: readonly Machine[]
  readonly calls: readonly Call[]
}

const showsOf = (offline: boolean | { readonly shows: Shows } | undefined, sets?: Shows): { shows?: Shows } =>
  typeof offline === 'object' || sets ? { shows: { ...sets, ...(typeof offline === 'object' ? offline.shows : {}) } } : {}

const offlineSteps = ({ machines }: Declared) =>
  machines.flatMap((on) =>
    Object.entries(on.steps).flatMap(([name, step]) => (step.offline ? [{ on, step, kind: `${on.entity}.${name}` }] : [])),
  )

const stepKind = ({ on, step, kind }: ReturnType<typeof offlineSteps>[number]): OfflineKind => ({
  kind,
  ...(buildsOnVersion(step) ? { builds: true } : {}),
  to: typeof step.to === 'string' ? { [on.field]: step.to } : {},
  ...showsOf(step.offline, step.sets),
})

const initialsOf = (of: Entity): Record<string, string> =>
  Object.fromEntries(
    Object.entries(of.fields).flatMap(([name, field]) => (field.kind === 'choice' && field.initial ? [[name, field.initial]] : [])),
  )

/** Every kind that phones may queue: drafts, steps and calls with `offline` or `drafts`. */
export const offlineKinds = (of: Declared): OfflineKind[] => [
  ...of.entities.flatMap((one): OfflineKind[] => {
    const drafts = one.offline?.drafts
    return drafts
      ? [{ kind: `${one.name}.submit`, builds: true, makes: initialsOf(one), ...(drafts.shows ? { shows: drafts.shows } : {}) }]
      : []
  }),
  ...offlineSteps(of).map(stepKind),
  ...of.calls.flatMap(({ name, offline }): OfflineKind[] => (offline ? [{ kind: name, commutative: true, ...showsOf(offline) }] : [])),
]

/** The words of a note that replaces a refused operation in the queue. */
const noted: QueuedFacts = { words: { zh: '留作备注', en: 'Keep as a note' }, fields: {} }

/** The queue facts of each kind, and the title field of linked rows by entity. */
export const queuedFacts = (of: Declared): { kinds: Record<string, QueuedFacts>; titles: Record<string, string> } => {
  const named = new Map(of.entities.map((one) => [one.name, one]))
  const step = ({ on, step, kind }: ReturnType<typeof offlineSteps>[number]): [string, QueuedFacts] => {
    const field = named.get(on.entity)?.fields[on.field]
    const state = field && typeof step.to === 'string' ? { name: on.field, field, to: step.to } : undefined
    return [kind, { words: { zh: step.zh, en: step.en }, fields: step.input, ...(state ? { state } : {}) }]
  }
  const kept = of.entities.filter(({ offline }) => offline && (offline.scope.by !== 'person' || offline.drafts))
  return {
    kinds: Object.fromEntries([
      ['op.noted', noted],
      ...of.entities.flatMap((one): [string, QueuedFacts][] => {
        const drafts = one.offline?.drafts
        return drafts ? [[`${one.name}.submit`, { words: { zh: drafts.zh, en: drafts.en }, fields: one.fields }]] : []
      }),
      ...offlineSteps(of).map(step),
      ...of.calls.flatMap((one): [string, QueuedFacts][] =>
        one.offline ? [[one.name, { words: { zh: one.zh, en: one.en }, fields: one.input }]] : [],
      ),
    ]),
    titles: Object.fromEntries(kept.map((one) => [one.name, one.title])),
  }
}
