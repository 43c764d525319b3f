import type { Parsed } from '#contract/kit/parse.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Difference } from '../draft-changes.ts'

/** What a row of a file changes in the row of the register that it means. */
export interface RowUpdate {
  readonly id: string
  /** Of the row when it was compared. */
  readonly version: number
  readonly title: string
  /** The changed fields as a draft. */
  readonly draft: Parsed
  readonly found: readonly UpdateOf[]
}

/** A changed field. `fresh`: the name of a row to link to that the import creates first. */
export interface UpdateOf extends Difference {
  readonly fresh?: string
}

/** A row of the register that differs and stays as it is. */
export interface LeftRow {
  readonly row: number
  readonly title: string
  readonly words: Words
}
