import type { View } from '#contract/kit/entity/view.ts'
import type { ImportFacts } from '#contract/kit/sheets/import-facts.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Creatable } from '#contract/registry.ts'
import type { Actor } from '../access/actor.ts'
import type { Findings } from './findings.ts'
import type { Lookup, Run } from './rows/name-links.ts'
import type { ReadRow } from './rows/read-rows.ts'
import type { LeftRow, RowUpdate } from './rows/row-update.ts'
import type { Layout } from './table/layout.ts'

export interface GradedRow extends ReadRow {
  readonly hash: Buffer
  /** Index of the parent row in the same file. */
  readonly below: number | undefined
  /** The register already has this row, unchanged. */
  readonly isSame: boolean
  /** The id of the matching row in the register. */
  readonly known?: string
  /** The register has this row with other values. */
  readonly update?: RowUpdate
}

export interface Graded {
  readonly rows: readonly GradedRow[]
  /** Missing names that may be created, by entity, as written in the sheet. */
  readonly missing: Readonly<Record<Creatable, readonly string[]>>
  /** Those that rows to be imported refer to. */
  readonly needed: Readonly<Record<Creatable, readonly string[]>>
  /**
   * Number of rows that repeat another one exactly, of names that may be meant as paths, and of rows that were recognised without a number.
   */
  readonly found: { readonly repeats: number; readonly paths: number; readonly unnumbered: number }
  /** Existing rows that differ but stay unchanged. */
  readonly left: readonly LeftRow[]
  /** The existing rows that rows of the file match. */
  readonly matched: readonly string[]
}

export interface Grading {
  readonly view: View
  readonly facts: ImportFacts
  readonly layout: Layout
  readonly actor: Actor
  readonly lookups: ReadonlyMap<string, Lookup>
  /** Entities whose unknown names are accepted, because they will be created. */
  readonly creates: ReadonlySet<Creatable>
  /** Whether the person may import rows in the state that the sheet names. */
  readonly mayOpen: boolean
  /** Whether the person accepts changes of a field in existing rows. */
  readonly takes?: (field: string) => boolean
  /** Why a name cannot be created; undefined if it can. */
  readonly refuseName: (target: Creatable, name: string) => Words | undefined
  readonly findings: Findings
  readonly run: Run
}
