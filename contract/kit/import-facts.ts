import type { FieldMap } from './field.ts'
import type { Words } from './words.ts'

/** What a column of quantities goes into: no field of a row, but how many rows there are. */
export const quantityColumn = '#quantity'

/** What a column of prices of one piece goes into, beside a column of the whole amount: what each of several rows gets of it. */
export const unitPriceColumn = '#unitPrice'

/** What a second column of the state that rows begin with goes into: the one of both that says more is taken. */
export const stateColumn = '#state'

/** What a column of pictures goes into: no field of a row, but the files of its record. */
export const pictureColumn = '#picture'

/** The heading of a column that the names of sheets make. */
export const sheetHeading = { zh: '工作表名称', en: 'Sheet name' } as const

/** The heading of a column that the titles between the rows make. */
export const groupHeading = { zh: '分组标题', en: 'Group title' } as const

/** In a text of `OpeningFacts.like`: the record is gone. */
export const goneState = '#gone'

/** The read-only state that rows of a file may begin with. */
export interface OpeningFacts {
  readonly field: string
  /** What people write for each of its states beside its own words. */
  readonly of: Readonly<Record<string, readonly string[]>>
  /**
   * Words of other systems for what is gone. Such rows are left out unless the person keeps them as history, in `state`. Below the heading of the
   * field itself its own words go before them.
   */
  readonly gone?: { readonly words: readonly string[]; readonly state: string }
  /** Patterns of longer texts and their states (`goneState`: gone), the first that fits. */
  readonly like?: readonly (readonly [state: string, pattern: string])[]
  /** The date of `noted` on which a record went: a row that has one, and says no state itself, is gone. */
  readonly goneOn?: string
  /** Its states from the one that says least to the one that says most. */
  readonly weighs: readonly string[]
  /** The state of rows with an unknown word; it must give nothing away. Without one the row begins as any other. */
  readonly unknown?: string
}

/** Headings that go into another field if most of their cells fit `looks`, or if a heading of `beside` stands in the sheet and no cell is a choice of theirs. */
export interface MayMean {
  readonly headings: readonly string[]
  readonly field: string
  readonly looks: string
  readonly beside?: readonly string[]
}

/** The pictures and documents that come beside a list. */
export interface FilesFacts {
  /** The entity that a file becomes a row of, and its link to the row of the list. */
  readonly entity: string
  readonly link: string
  /** Fields with the numbers that names of files begin with, the strongest first. */
  readonly by: readonly string[]
  /** Headings of columns that hold pictures. */
  readonly headings: readonly string[]
}

/** How the columns and rows of a spreadsheet are matched with an entity. */
export interface ImportFacts {
  /** Fields that tell whether a row is there already, the strongest first; a set counts when its first field is filled. */
  readonly same: readonly (readonly string[])[]
  /**
   * Weaker sets for a second import: they tell a row that no set of `same` tells, where one row of the file and one of the register have the values
   * and their stronger ones do not differ.
   */
  readonly alike?: readonly (readonly string[])[]
  /**
   * Sets of fields that tell a row without any number: of those that an earlier import made, likewise without one. The fullest set stands first; all of its
   * fields must be filled.
   */
  readonly unnumbered?: readonly (readonly string[])[]
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
  readonly opening?: OpeningFacts
  /** Read-only fields that a list of our own brings along: the numbers and states that its rows had. */
  readonly brings?: readonly string[]
  /** Headings of a column that says how many rows of the register one row of the sheet stands for. */
  readonly quantity?: readonly string[]
  /** Headings that name their field only if no other column does: a price, where the value has a column of its own. */
  readonly weak?: readonly string[]
  /** Headings of the price of one piece, and the field of the amount that it is part of. */
  readonly unitPrice?: { readonly of: string; readonly headings: readonly string[] }
  /** Dates that no field holds, by a name that begins with `#`: they go into the note, and checks of rows see them. */
  readonly noted?: Readonly<Record<string, Words & { readonly headings: readonly string[] }>>
  /** Fields that take the column of another one where they have none: a name from the generic name. */
  readonly standIns?: Readonly<Record<string, string>>
  /** Headings that may mean another field, by the contents of their columns. */
  readonly mayMean?: readonly MayMean[]
  /** What people write for the choices of a field beside their words. */
  readonly choices?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  /** Fields that hold a number of months, which people write as a length: `5年`. */
  readonly months?: readonly string[]
  /** Dates that people also write as a length, and the dates it is counted from, the first that a row has. */
  readonly lengthFrom?: Readonly<Record<string, readonly string[]>>
  /** The field that holds the device identifier of a UDI, and those that a whole scanned UDI in its cell fills where they are empty. */
  readonly gs1?: {
    readonly di: string
    readonly pi?: string
    readonly serial?: string
    readonly lot?: string
    readonly made?: string
    readonly expiry?: string
  }
  /** Fields that hold codes: what a spreadsheet made of one, such as a date, is not the code. */
  readonly codes?: readonly string[]
  /** Pictures and documents that rows take from a ZIP beside the list, or from its cells. */
  readonly files?: FilesFacts
  /** Largest number of rows in one file. */
  readonly maxRows: number
  /** What the writing asks besides. */
  readonly asks?: FieldMap
}

/** What columns may go into that is no field of a row. */
export const extraColumns = ({ quantity, unitPrice, noted = {}, files, opening }: ImportFacts): readonly string[] => [
  ...(quantity ? [quantityColumn] : []),
  ...(unitPrice ? [unitPriceColumn] : []),
  ...Object.keys(noted),
  ...(opening ? [stateColumn] : []),
  ...(files ? [pictureColumn] : []),
]
