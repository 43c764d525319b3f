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

/** `known`: the rows that an earlier import made as they are, and that still stand; by what their drafts say when it is asked. */
export interface CheckGiven {
  readonly actor: Actor
  readonly run: Run
  readonly known: () => Promise<ReadonlySet<ReadRow>>
}

/** What a module finds wrong in imported rows of an entity beside what its fields say. */
export interface RowCheck {
  readonly of: Entity
  check(rows: readonly ReadRow[], given: CheckGiven, wrong: Wrong): Promise<void>
}

/** The checks that the modules hand in. */
export const rowChecks: RowCheck[] = []
