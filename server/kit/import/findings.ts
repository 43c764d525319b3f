import type { Words } from '#contract/kit/words.ts'

/** One cell, or one row when `at` is null, that is wrong or was changed. */
export interface Finding {
  /** As the spreadsheet counts. */
  readonly row: number
  readonly at: number | null
  readonly field: string | null
  readonly grade: 'error' | 'warning'
  readonly words: Words
  readonly value: string
}

/** How many findings of a file are kept; all are counted. */
export const mostFindings = 20_000

/** Collects what is found in a file. */
export class Findings {
  readonly list: Finding[] = []
  warnings = 0
  private readonly faulty = new Set<number>()
  add(one: Finding): void {
    if (one.grade === 'warning') this.warnings++
    else this.faulty.add(one.row)
    if (this.list.length < mostFindings) this.list.push({ ...one, value: one.value.slice(0, 200) })
  }
  /** Marks a row as faulty without a separate finding. */
  mark(row: number): void {
    this.faulty.add(row)
  }
  /** The same findings, to go on with apart. */
  copy(): Findings {
    const copy = new Findings()
    copy.list.push(...this.list)
    copy.warnings = this.warnings
    for (const row of this.faulty) copy.faulty.add(row)
    return copy
  }
  isFaulty(row: number): boolean {
    return this.faulty.has(row)
  }
}
