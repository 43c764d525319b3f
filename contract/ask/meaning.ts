import type { Entity } from '../kit/entity/entity.ts'
import type { Measure, Wanted } from '../kit/figures/measure.ts'
import type { Words } from '../kit/words.ts'
import type { Compared } from './comparisons.ts'
import type { Period } from './periods.ts'

/** What a question can be about: a measure, or the list of an entity with its desk page. */
export type Subject =
  | { readonly kind: 'measure'; readonly of: Measure }
  | { readonly kind: 'list'; readonly of: Entity; readonly page: string }

/** Which grouping is meant: a span of time, the rows of an entity, or a field of one measure. */
export type GroupMeaning =
  | { readonly is: 'group'; readonly as: 'day' | 'week' | 'month' | 'year' | 'age' | 'band' }
  | { readonly is: 'group'; readonly to: readonly string[] }
  | { readonly is: 'group'; readonly fields: readonly string[] }
  | { readonly is: 'group'; readonly measure: string; readonly name: string }

/** One thing that a word or number of a sentence can mean. */
export type Meaning =
  | { readonly is: 'subject'; readonly measure?: string; readonly list?: string; readonly isGeneric?: true }
  | { readonly is: 'figure'; readonly measure: string; readonly figure: string; readonly where?: Wanted }
  | { readonly is: 'count' }
  | GroupMeaning
  | { readonly is: 'value'; readonly of: string; readonly wire: string; readonly value: string; readonly also?: Wanted }
  | { readonly is: 'field'; readonly of: string; readonly field: string }
  | { readonly is: 'overdue' }
  | { readonly is: 'soon' }
  | { readonly is: 'rows' }
  | { readonly is: 'ordered'; readonly isRising: boolean }
  | { readonly is: 'compare'; readonly how: 'previous' | 'yearAgo' }
  | { readonly is: 'name'; readonly to: string; readonly id: string; readonly name: string }
  | { readonly is: 'keyword'; readonly of: string; readonly text: string }
  | { readonly is: 'period'; readonly period: Period }
  | { readonly is: 'compared'; readonly compared: Compared }
  | { readonly is: 'top'; readonly count: number }
  | { readonly is: 'filler' }
  | { readonly is: 'not' }

/** A stretch of the sentence with what it can mean; without meanings it is unknown. */
export interface Token {
  readonly from: number
  readonly end: number
  readonly text: string
  readonly meanings: readonly Meaning[]
}

/** What a sentence asks. `filters`: as the address of the measure's page or the list holds them. */
export interface Question {
  readonly subject: Subject
  readonly figure?: string | undefined
  readonly group?: string | undefined
  readonly split?: string | undefined
  readonly compare?: 'previous' | 'yearAgo' | undefined
  readonly filters: Wanted
  readonly keyword?: string | undefined
  readonly sort?: { readonly by: string; readonly isRising: boolean } | undefined
  readonly top?: number | undefined
}

/** A part of the sentence that was understood, with its label. */
export interface Part {
  /** Its places in the sentence, from and end. */
  readonly spans: readonly (readonly [from: number, end: number])[]
  readonly words: Words
}

/** What was understood of a sentence, and what was not. */
export interface Reading {
  readonly question: Question | undefined
  readonly parts: readonly Part[]
  /** The texts that were not understood, in their order. */
  readonly unknown: readonly Token[]
}
