import type { Words } from '../words.ts'

/**
 * The client ids of SpringBlade front ends, which they send in the Basic header of every request. Where the given API document leaves the
 * form of an answer open, these clients get the form that they read. Grants no right.
 */
export const familyClients: ReadonlySet<string> = new Set(['saber', 'sword', 'rider'])

type Plain = string | number | null

/** A fact of a row under the names of those front ends. */
export type OtherFact =
  /** One of our fields, by wire name; `keys`: their names of its values, the empty key for no value. */
  | { readonly as: string; readonly keys?: Readonly<Record<string, string | number>> }
  /** A constant for every row; a draft with this value, or one of `or`, sets nothing. */
  | { readonly is: Plain; readonly or?: readonly Plain[]; readonly words?: Words }
  /** The URL of the first file of a field with several. */
  | { readonly file: string }
  /** The tenant of the session. */
  | { readonly tenant: 'id' | 'name' }

/**
 * The names of a row's facts in those front ends, in addition to our own. Reveals nothing that the row does not contain under our names.
 */
export interface OtherForm {
  /** For answers, drafts and filters. A fact with the name of our own field has other keys, only in answers to those clients. */
  readonly takes?: Readonly<Record<string, OtherFact>>
  /** For answers only. */
  readonly shows?: Readonly<Record<string, OtherFact>>
  /** Fields that their tables show besides those of our list. */
  readonly listed?: readonly string[]
  /** Defaults of a new row if the draft has no value, by wire name; `as`: another field of the draft. Grants nothing to anybody. */
  readonly initial?: Readonly<Record<string, { readonly is: Plain } | { readonly as: string }>>
  /** Facts of their forms that the product does not store: drafts may contain them, and they are ignored. */
  readonly passes?: readonly string[]
}

/** Facts of every row on such a platform. */
const ofEach = { tenantId: { tenant: 'id' }, tenantName: { tenant: 'name' }, isDeleted: { is: 0 }, status: { is: 1 } } as const

const declared = new WeakMap<OtherForm, readonly (readonly [string, OtherFact])[]>()

/** The facts that answers contain besides the fields of an entity. */
export function shownFacts(form: OtherForm): readonly (readonly [string, OtherFact])[] {
  const known = declared.get(form)
  if (known) return known
  const facts = Object.entries({ ...ofEach, ...form.shows, ...form.takes })
  declared.set(form, facts)
  return facts
}

/** Whether a fact only translates the keys of one of our fields. */
export const isRenaming = (name: string, fact: OtherFact): fact is OtherFact & { readonly as: string } => 'as' in fact && fact.as === name
