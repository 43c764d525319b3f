import type { ChoiceField, FieldMap } from '../fields/field.ts'
import type { Words } from '../words.ts'
import type { Entity } from './entity.ts'
import type { Shows } from './shows.ts'

export interface AnyBut<S extends string = string> {
  readonly anyBut: readonly S[]
}
export interface Before {
  /** The steps that this one undoes; the newest step not yet undone must be one of them. */
  readonly before: readonly string[]
}

export interface Same {
  readonly same: true
}

/** Every state except these. */
export const anyBut = <const S extends string>(...states: S[]): AnyBut<S> => ({ anyBut: states })
/** The state before the newest of these steps, read from its event. */
export const before = (...steps: string[]): Before => ({ before: steps })

/** The state does not change; the step is recorded. */
export const same = (): Same => ({ same: true })

/** A notice about a row that took a step, which it opens. */
export interface StepNotice {
  /** A kind under `notices` of a manifest; the entity is among the `targets` there. */
  readonly kind: string
  /** Texts of the row that it is about; the title if absent. */
  readonly subject?: readonly string[]
  /** Links of the row to people who are told. */
  readonly users?: readonly string[]
  /** A right whose holders are told, where their data scope covers the department of the row. */
  readonly holders?: string
  /** The link to that department, if it is not the one in the `scope` of the entity. */
  readonly dept?: string
  /** The text of the row that the notice repeats. */
  readonly detail?: string
}

export interface Step<S extends string = string> extends Words {
  readonly from: readonly S[] | AnyBut<S>
  readonly to: S | Before | Same
  /** The required right; inner steps have none. */
  readonly may?: string
  readonly input: FieldMap
  /** Only other steps take it, in their transaction; it has no route. */
  readonly inner?: boolean
  /** URL after `/api`, several if the given calls use several; default `<path of the entity>/<step in kebab case>`. */
  readonly url?: string | readonly string[]
  /** The URL that our own pages use for rows with such a value of a choice, instead of the first of `url`. */
  readonly urlBy?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The given call by GET with the row's `id` by which our own pages take it, in place of `url`. */
  readonly get?: string
  /** Takes several `ids`, all or nothing, instead of one `id`. */
  readonly many?: boolean
  /**
   * A phone may queue it; the kind of operation, its words, the state and what `sets` says shown meanwhile are derived. `shows`: further values to
   * show in the row, those that an effect writes.
   */
  readonly offline?: boolean | { readonly shows: Shows }
  /** Fields that the step writes. */
  readonly sets?: Shows
  /** The notice that it sends, besides those of its effects. */
  readonly tells?: StepNotice
  /** Offered only for rows with one of these values in a choice; its effect refuses the others with a message. */
  readonly only?: Readonly<Record<string, readonly string[]>>
  /** Only the state decides whether it is taken: other changes of the row since the person saw it do not refuse it. */
  readonly byState?: boolean
  /** Keeps the state, and replaces what others said: refused unless the row is as the person saw it. */
  readonly replaces?: boolean
  /** Its history says how long it took since the state before began. */
  readonly took?: boolean
  /** Asks for confirmation because it is hard to undo. */
  readonly confirm?: boolean
}

export interface Machine<N extends string = string, K extends string = string> {
  readonly entity: N
  readonly field: string
  readonly states: Readonly<Record<string, Words>>
  readonly initial: string
  readonly path: string
  readonly steps: Readonly<Record<K, Step>>
}

type StatesOf<E extends Entity, K extends keyof E['fields']> = E['fields'][K] extends { of: infer O } ? keyof O & string : never

/** Declares the steps that may change one choice field of an entity. */
export function machine<
  E extends Entity,
  const K extends keyof E['fields'] & string,
  const T extends Readonly<Record<string, Step<StatesOf<E, K>>>>,
>(of: E, field: K, steps: T): Machine<E['name'], keyof T & string> & { steps: T } {
  const states = of.fields[field] as ChoiceField
  const path = typeof of.path === 'string' ? of.path : (of.path?.[0] ?? '')
  return { entity: of.name, field, states: states.of, initial: states.initial ?? Object.keys(states.of)[0]!, path, steps }
}

/** Whether a queued step depends on the version that the person saw. One that keeps the state must not fail because another person was quicker, unless it replaces what they said. */
export const buildsOnVersion = ({ to, byState, replaces }: Step): boolean =>
  replaces === true || (!byState && (typeof to === 'string' || !('same' in to)))

/** The states that a step may start from. */
export function sourcesOf(on: Machine, step: Step): string[] {
  if ('anyBut' in step.from) {
    const excluded: readonly string[] = step.from.anyBut
    return Object.keys(on.states).filter((state) => !excluded.includes(state))
  }
  return [...step.from]
}

/** URLs of a step after `/api`, none for an inner step; our own pages use the first. */
export function stepUrls(on: Machine, name: string): readonly string[] {
  const step = on.steps[name]
  if (!step || step.inner) return []
  if (step.url !== undefined) return typeof step.url === 'string' ? [step.url] : step.url
  return [`${on.path}/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`]
}

/** The URL by which our own pages take a step on these rows. Throws for an inner step. */
export function stepUrl(on: Machine, name: string, rows: readonly Readonly<Record<string, unknown>>[]): string {
  const special = Object.entries(on.steps[name]?.urlBy ?? {}).flatMap(([field, urls]) => {
    const url = urls[String(rows[0]?.[field])]
    return url !== undefined && rows.every((row) => row[field] === rows[0]?.[field]) ? [url] : []
  })
  const url = special[0] ?? stepUrls(on, name)[0]
  if (url === undefined) throw new Error(`the step ${name} has no URL`)
  return url
}
