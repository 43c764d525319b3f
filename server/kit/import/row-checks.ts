import type { Entity } from '#contract/kit/entity.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Actor } from '../actor.ts'
import type { Run } from './name-links.ts'
import type { ReadRow } from './read-rows.ts'

/** Words about one row; `cause`: what they have in common with those about others. */
export interface RowWords extends Words {
  readonly cause?: Words
}

/** Marks a row as faulty in a field, or as doubtful. */
export type Wrong = (row: ReadRow, name: string, words: RowWords, value: string, grade?: 'error' | 'warning') => void

/** What a module finds wrong in imported rows of an entity beside what its fields say. */
export interface RowCheck {
  readonly of: Entity
  check(rows: readonly ReadRow[], given: { readonly actor: Actor; readonly run: Run }, wrong: Wrong): Promise<void>
}

/** The checks that the modules hand in. */
export const rowChecks: RowCheck[] = []
