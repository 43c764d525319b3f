import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import type { Run } from './name-links.ts'
import type { ReadRow } from './read-rows.ts'

/** A message about one row; `cause`: the part shared with messages about other rows, without quotes from the register (`isQuoting`). */
export interface RowWords extends Words {
  readonly cause?: Words
  readonly isQuoting?: true
}

/** Reports an error or a warning in a field of a row. */
export type Wrong = (row: ReadRow, name: string, words: RowWords, value: string, grade?: 'error' | 'warning') => void

/**
 * `known`: the rows that an earlier import created with the same content and that still exist, determined by the drafts at the time of the
 * call.
 */
export interface CheckGiven {
  readonly actor: Actor
  readonly run: Run
  /** The row of the file that a row of a tree stands below; undefined if the register has it, or nothing. */
  readonly above: (row: ReadRow) => ReadRow | undefined
  readonly known: () => Promise<ReadonlySet<ReadRow>>
}

/** A module's checks of imported rows of an entity, beyond the validation of fields. */
export interface RowCheck {
  readonly of: Entity
  check(rows: readonly ReadRow[], given: CheckGiven, wrong: Wrong): Promise<void>
}

/** The checks that the modules register. */
export const rowChecks: RowCheck[] = []
