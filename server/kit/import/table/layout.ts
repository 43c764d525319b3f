import type { Encoding } from '#contract/kit/text/encodings.ts'
import type { ForeignCurrency } from '../cells/currencies.ts'

/** One column of a sheet and the field that it fills. */
export interface Column {
  readonly at: number
  readonly heading: string
  readonly field: string | null
  /** The text above its heading that states the unit of its amounts. */
  readonly unit?: string
  /** A virtual column: its cells are the sheet names. */
  readonly isSheet?: boolean
  /** A virtual column: its cells are the titles of groups between the rows. */
  readonly isGroup?: boolean
  /** Hidden in the spreadsheet. */
  readonly isHidden?: boolean
  /** Sample cells, so that a person can recognise the column. */
  readonly samples: readonly string[]
}

/** The person's answers to questions about the whole file. */
export interface Asked {
  /** A quantity of n creates n rows (`each`), or one row that keeps the number in its note (`one`). */
  readonly quantity?: 'each' | 'one' | null
  /** Rows that repeat another one exactly are imported (`keep`) or left out (`once`). */
  readonly repeats?: 'keep' | 'once' | null
  /** Rows of disposed devices are left out (`leave`), or imported as history (`keep`). */
  readonly gone?: 'leave' | 'keep' | null
  /** Rows without a number are matched with records of an earlier import (`same`), or are new (`fresh`). */
  readonly unnumbered?: 'same' | 'fresh' | null
  /** Yuan per unit of a foreign currency, by code; amounts in currencies without a rate stay empty. */
  readonly rates?: Readonly<Record<string, string>>
  /** Rows that look like totals are left out (`out`), or all rows of totals go in as records (`keep`). */
  readonly totals?: 'keep' | 'out' | null
  /** Rows that are hidden in the spreadsheet. */
  readonly hidden?: 'keep' | 'out' | null
  /** Empty cells below a group name take that name (`fill`), or stay empty. */
  readonly blanks?: 'fill' | 'empty' | null
  /** The order of dates whose day and month could be swapped. */
  readonly dates?: 'dayFirst' | 'monthFirst' | 'yearFirst' | null
  /** The encoding of a text table, if a person chose it. */
  readonly encoding?: Encoding | null
  /** Separators in a name form a path from a place or department to the one below it. */
  readonly paths?: boolean
  /** Fields that their empty cells clear in existing rows. */
  readonly clears?: readonly string[]
}

/** A sheet of the file: whether it is imported, and whether a field was recognised in it. */
export interface SheetChoice {
  readonly name: string
  readonly isIn: boolean
  readonly fits: boolean
  readonly isHidden?: boolean
  /** The title above its table, or the sheet name, if it implies the state of all rows. */
  readonly about?: string
}

export interface Layout {
  readonly asked?: Asked
  /** Every non-empty sheet, those to import first and in order; absent if there is only one sheet. */
  readonly sheets?: readonly SheetChoice[]
  /**
   * The occurrences behind the questions: rows with a quantity above one, rows that repeat another, names that look like paths (absent:
   * every separator was treated as one), rows that may be totals, hidden rows, empty cells below group names and how many are filled with
   * them, dates whose day and month could be swapped, with samples.
   */
  readonly found?: {
    readonly quantities: number
    readonly repeats: number
    readonly paths?: number
    readonly gone?: number
    readonly unnumbered?: number
    readonly currencies?: readonly (ForeignCurrency & { readonly cells: number })[]
    readonly totals?: number
    readonly hidden?: number
    readonly dates?: number
    readonly blanks?: number
    readonly filled?: number
    readonly dateSamples?: readonly string[]
    readonly encodings?: readonly { readonly name: Encoding; readonly rows: readonly (readonly string[])[] }[]
  }
  readonly sheet: string
  /** A list that the program exported: every heading is a label of the entity. */
  readonly isOwn?: true
  /** Row numbers of the headings; the data follow the last one. */
  readonly headingRows: readonly number[]
  readonly columns: readonly Column[]
}
