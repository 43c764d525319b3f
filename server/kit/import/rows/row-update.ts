import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Difference } from '#server/kit/write/draft-changes.ts'

/** The changes that a row of a file makes to its matching row. */
export interface RowUpdate {
  readonly id: string
  /** Version of the row at the comparison. */
  readonly version: number
  readonly title: string
  /** The changed fields as a draft. */
  readonly draft: Parsed
  readonly found: readonly UpdateOf[]
}

/** A changed field. `fresh`: the title of a link target that the import creates first. */
export interface UpdateOf extends Difference {
  readonly fresh?: string
}

/** An existing row that differs and stays unchanged. */
export interface LeftRow {
  readonly row: number
  readonly title: string
  readonly words: Words
}
