import type { Words } from './words.ts'

/**
 * Front ends of the SpringBlade family, by the client ids that they are delivered with and name in the Basic header of every request. Where the given
 * document leaves the form of an answer open, they are answered in the form that they read. Decides about no right.
 */
export const familyClients: ReadonlySet<string> = new Set(['saber', 'sword', 'rider'])

type Plain = string | number | null

/** A fact of a row in the words of those front ends. */
export type OtherFact =
  /** The field of ours by this wire name; `keys`: what its values are called there, that of nothing by an empty key. */
  | { readonly as: string; readonly keys?: Readonly<Record<string, string | number>> }
  /** The same for every row; a draft that says so, or one of `or`, says nothing. */
  | { readonly is: Plain; readonly or?: readonly Plain[]; readonly words?: Words }
  /** The address of the first file of a field with several. */
  | { readonly file: string }
  /** The tenant of the session. */
  | { readonly tenant: 'id' | 'name' }

/** How front ends of the given calls name what a row says, beside our own names. Shows nothing that the row does not say under our names. */
export interface OtherForm {
  /** In answers, drafts and filters. A fact under the name of our own field has other keys in answers to that family alone. */
  readonly takes?: Readonly<Record<string, OtherFact>>
  /** In answers alone. */
  readonly shows?: Readonly<Record<string, OtherFact>>
  /** Fields that their tables show beside those of our list. */
  readonly listed?: readonly string[]
  /** What a new row says where the draft does not, by wire name; another field of the draft with `as`. No person gains anything by it. */
  readonly initial?: Readonly<Record<string, { readonly is: Plain } | { readonly as: string }>>
  /** Facts that their forms ask and the product does not keep: drafts may say them, and nothing follows. */
  readonly passes?: readonly string[]
}

/** What every row of such a platform says. */
const ofEach = { tenantId: { tenant: 'id' }, tenantName: { tenant: 'name' }, isDeleted: { is: 0 }, status: { is: 1 } } as const

const declared = new WeakMap<OtherForm, readonly (readonly [string, OtherFact])[]>()

/** The facts that answers carry beside the fields of an entity. */
export function shownFacts(form: OtherForm): readonly (readonly [string, OtherFact])[] {
  const known = declared.get(form)
  if (known) return known
  const facts = Object.entries({ ...ofEach, ...form.shows, ...form.takes })
  declared.set(form, facts)
  return facts
}

/** Whether a fact only gives other keys to a field of ours. */
export const isRenaming = (name: string, fact: OtherFact): fact is OtherFact & { readonly as: string } => 'as' in fact && fact.as === name
