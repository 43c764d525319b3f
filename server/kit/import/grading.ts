import type { ImportFacts } from '#contract/kit/import-facts.ts'
import type { View } from '#contract/kit/view.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Creatable } from '#contract/registry.ts'
import type { Actor } from '../actor.ts'
import type { Findings } from './findings.ts'
import type { Layout } from './layout.ts'
import type { Lookup, Run } from './name-links.ts'
import type { ReadRow } from './read-rows.ts'
import type { LeftRow, RowUpdate } from './row-update.ts'

export interface GradedRow extends ReadRow {
  readonly hash: Buffer
  /** Index of the parent row in the same file. */
  readonly below: number | undefined
  /** The register has it already, with nothing to change. */
  readonly isSame: boolean
  /** The id of the row of the register that it means. */
  readonly known?: string
  /** The register has it already with other values. */
  readonly update?: RowUpdate
}

export interface Graded {
  readonly rows: readonly GradedRow[]
  /** Missing names that may be created, by entity, as written in the sheet. */
  readonly missing: Readonly<Record<Creatable, readonly string[]>>
  /** Those that are needed by rows which will be imported. */
  readonly needed: Readonly<Record<Creatable, readonly string[]>>
  /** Number of rows that repeat another one exactly, of names that may be meant as paths, and of rows that are known without a number. */
  readonly found: { readonly repeats: number; readonly paths: number; readonly unnumbered: number }
  /** Rows of the register that differ and stay as they are. */
  readonly left: readonly LeftRow[]
  /** The rows of the register that rows of the file mean. */
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
  /** Whether the person takes the change of a field in rows that are there already. */
  readonly takes?: (field: string) => boolean
  /** Why a name cannot be created; undefined if it can. */
  readonly refuseName: (target: Creatable, name: string) => Words | undefined
  readonly findings: Findings
  readonly run: Run
}
