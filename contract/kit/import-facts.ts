import type { FieldMap } from './field.ts'

/** What a column of quantities goes into: no field of a row, but how many rows there are. */
export const quantityColumn = '#quantity'

/** The heading of a column that the names of sheets make. */
export const sheetHeading = { zh: '工作表名称', en: 'Name of the sheet' } as const

/** How the columns and rows of a spreadsheet are matched with an entity. */
export interface ImportFacts {
  /** Fields that tell whether a row is there already, the strongest first; a set counts when its first field is filled. */
  readonly same: readonly (readonly string[])[]
  /**
   * Weaker sets for a second import: they tell a row that no set of `same` tells, where one row of the file and one of the register have the values
   * and their stronger ones do not differ.
   */
  readonly alike?: readonly (readonly string[])[]
  /** The number that the program gives, and the fields in whose columns a list may have it. */
  readonly own?: { readonly field: string; readonly in: readonly string[] }
  /** Fields whose change asks what is said beside it (`told` of the entity). */
  readonly toldFor?: readonly string[]
  /** Fields that a second import leaves as they are, such as roles and stock. */
  readonly fixed?: readonly string[]
  /** What people call the columns beside the labels of the fields. */
  readonly aliases: Readonly<Record<string, readonly string[]>>
  /** Words that people put before the names of columns, such as `设备` in 设备型号. */
  readonly prefixes?: readonly string[]
  /** Patterns of what the cells of a field hold, for columns whose headings say nothing. */
  readonly looks?: Readonly<Record<string, string>>
  /** The field with a pattern that the names of sheets may stand for, where no column does. */
  readonly sheetName?: string
  /** The text field that keeps what optional cells said and their fields could not hold. */
  readonly note?: string
  /** The read-only state that rows may begin with, and what people write for each of its states. */
  readonly opening?: { readonly field: string; readonly of: Readonly<Record<string, readonly string[]>> }
  /** Headings of a column that says how many rows of the register one row of the sheet stands for. */
  readonly quantity?: readonly string[]
  /** Fields that hold a number of months, which people write as a length: `5年`. */
  readonly months?: readonly string[]
  /** Dates that people also write as a length, and the dates it is counted from, the first that a row has. */
  readonly lengthFrom?: Readonly<Record<string, readonly string[]>>
  /** Largest number of rows in one file. */
  readonly maxRows: number
  /** What the writing asks besides. */
  readonly asks?: FieldMap
}
