import type { Words } from '../words.ts'

/** What a new row begins with: the person’s department, the person, the present minute, or a number of days after it. */
export type Start = 'dept' | 'me' | 'now' | { readonly days: number }

/** The form of rows of one kind. A writable field that it does not name has no place on such a row, unless `taken` names it. */
export interface KindForm<K extends string = string> {
  /** Fields in the order in which a person thinks. */
  readonly asks: readonly K[]
  /** Further fields, folded. */
  readonly more: readonly K[]
  /** Fields that a row needs before it is submitted; a draft may still lack them. */
  readonly needs?: readonly K[]
  readonly starts?: { readonly [N in K]?: Start }
  /** Fields of each line, by the name of the lines. */
  readonly lines: Readonly<Record<string, readonly string[]>>
}

/** Rows of several kinds, each with a form of its own. */
export interface KindForms<K extends string = string> {
  /** The choice that tells the kind. It is made first and does not change in a form. */
  readonly by: K
  readonly of: Readonly<Record<string, KindForm<K>>>
  /** The form of kinds that a hospital has added. */
  readonly other: KindForm<K>
  /** Fields of the documented interface: a client may send them with every kind, though only some forms ask for them. */
  readonly taken?: readonly K[]
  /** What a row of a kind is called; `{kind}` is the word of the kind. */
  readonly called: Words
}
