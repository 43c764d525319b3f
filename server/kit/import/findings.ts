import { cutText } from '#contract/kit/fields/cut-text.ts'
import type { Words } from '#contract/kit/words.ts'

/** A problem or a change in one cell, or in one row if `at` is null. */
export interface Finding {
  /** Row number of the spreadsheet. */
  readonly row: number
  readonly at: number | null
  readonly field: string | null
  readonly grade: 'error' | 'warning'
  readonly words: Words
  readonly value: string
  /** The shared cause of similar findings, without references to single rows. */
  readonly cause?: Words
  /** Quotes a record of the register: people with a limited data scope see the cause instead. */
  readonly isQuoting?: true
}

/** Cells of one column with the same problem, or that were treated as empty (`note`). */
export interface FindingGroup extends Words {
  readonly at: number | null
  readonly field: string | null
  readonly grade: Finding['grade'] | 'note'
  readonly cells: number
  /** The values of these cells, the most frequent first. */
  readonly values: readonly { readonly value: string; readonly cells: number }[]
}

/** A required cell that is empty. */
type Lack = Pick<Finding, 'at' | 'field' | 'words'>

interface Counted extends Omit<FindingGroup, 'cells' | 'values'> {
  cells: number
  readonly values: Map<string, number>
}

/** Maximum number of findings that are kept per file; all are counted. */
const mostFindings = 20_000
/** Maximum number of distinct values that are counted per group, and that are shown. */
const [mostValues, shownValues] = [2000, 20]
const shownDates = 3

/** Collects the findings of a file. */
export class Findings {
  readonly list: Finding[] = []
  warnings = 0
  /** How many rows or cells raise each question about the file as a whole. */
  readonly raised = { totals: 0, hidden: 0, dates: 0, blanks: 0, filled: 0 }
  /** Samples of dates whose day and month could be swapped. */
  readonly eitherDates = new Set<string>()
  private readonly faulty = new Set<number>()
  private readonly counted = new Map<string, Counted>()
  /** Missing required values of new rows, by row; existing rows may leave them out. */
  private readonly lacking = new Map<number, Lack[]>()
  private readonly columns: Finding[] = []
  add(one: Finding): void {
    if (one.grade === 'warning') this.warnings++
    else this.faulty.add(one.row)
    this.count({ ...one, words: one.cause ?? one.words })
    if (this.list.length < mostFindings) this.list.push({ ...one, value: cutText(one.value, 200) })
  }
  /** Counts a cell in its group without adding a finding. */
  count({ at, field, grade, words, value }: Pick<Finding, 'at' | 'field' | 'words' | 'value'> & Pick<FindingGroup, 'grade'>): void {
    const key = JSON.stringify([at, field, grade, words.zh])
    const group = this.counted.get(key) ?? { at, field, grade, zh: words.zh, en: words.en, cells: 0, values: new Map<string, number>() }
    this.counted.set(key, group)
    group.cells++
    const text = cutText(value, 200)
    if (text !== '' && (group.values.has(text) || group.values.size < mostValues)) group.values.set(text, (group.values.get(text) ?? 0) + 1)
  }
  /** Counts a date whose day and month could be swapped. */
  raiseDate(text: string): void {
    this.raised.dates++
    if (this.eitherDates.size < shownDates) this.eitherDates.add(cutText(text, 30))
  }
  /** Marks a row as faulty without a separate finding. */
  mark(row: number): void {
    this.faulty.add(row)
  }
  /** One entry per column and cause: errors first, then by frequency. */
  groups(): FindingGroup[] {
    const rank = { error: 0, warning: 1, note: 2 } as const
    return [...this.counted.values()]
      .sort((one, other) => rank[one.grade] - rank[other.grade] || other.cells - one.cells)
      .map((group) => ({
        ...group,
        values: [...group.values]
          .sort((one, other) => other[1] - one[1])
          .slice(0, shownValues)
          .map(([value, cells]) => ({ value, cells })),
      }))
  }
  /** Records that the sheet has no column for a required field. */
  lackColumn(one: Finding): void {
    this.columns.push(one)
  }
  /** Records that a row lacks a required value until it is known whether the row is new; without `one`, only the row. */
  lack(row: number, one?: Lack): void {
    this.lacking.set(row, [...(this.lacking.get(row) ?? []), ...(one ? [one] : [])])
  }
  /** Reports the missing values of new rows. */
  settleLacking(isKnown: (row: number) => boolean): void {
    const fresh = [...this.lacking].filter(([row]) => !isKnown(row))
    // Existing rows need no column for a required field.
    if (fresh.length > 0) for (const one of this.columns) this.add(one)
    for (const [row, all] of fresh) {
      this.mark(row)
      for (const one of all) this.add({ ...one, row, grade: 'error', value: '' })
    }
    this.lacking.clear()
    this.columns.length = 0
  }
  /** An independent copy. */
  copy(): Findings {
    const copy = new Findings()
    for (const one of this.list) copy.list.push(one)
    copy.warnings = this.warnings
    Object.assign(copy.raised, this.raised)
    for (const one of this.eitherDates) copy.eitherDates.add(one)
    for (const row of this.faulty) copy.faulty.add(row)
    for (const [row, all] of this.lacking) copy.lacking.set(row, all)
    copy.columns.push(...this.columns)
    for (const [key, group] of this.counted) copy.counted.set(key, { ...group, values: new Map(group.values) })
    return copy
  }
  isFaulty(row: number): boolean {
    return this.faulty.has(row) || this.lacking.has(row)
  }
}
