import type { FieldMap } from '../fields/field.ts'
import type { Words } from '../words.ts'

/** Pseudo-field of a quantity column: the number of rows to create. */
export const quantityColumn = '#quantity'

/** Pseudo-field of a unit price column beside the total amount: the share of each of several rows. */
export const unitPriceColumn = '#unitPrice'

/** Pseudo-field of a second column of the initial state: the more specific of both is used. */
export const stateColumn = '#state'

/** Pseudo-field of a picture column: the files of the row's record. */
export const pictureColumn = '#picture'

/** Pseudo-field of a column with the currency of the row's amounts. */
export const currencyColumn = '#currency'

/** The name of such a column. */
export const currencyLabel = { zh: '币种', en: 'Currency' } as const

/** Headings of such a column. */
export const currencyHeadings: readonly string[] = [
  '币种',
  '币别',
  '货币',
  '货币种类',
  '货币类型',
  '货币代码',
  '币种代码',
  '原币币种',
  'currency',
  'currency code',
  'curr',
  'ccy',
]

/** Pseudo-field of a column with the name above a link in its tree, by its level from the top. */
export const levelColumn = (level: number): string => `#level${level}`

/** The heading of the virtual column of sheet names. */
export const sheetHeading = { zh: '工作表名称', en: 'Sheet name' } as const

/** The heading of the virtual column of group titles. */
export const groupHeading = { zh: '分组标题', en: 'Group title' } as const

/** In `OpeningFacts.like`: the record no longer exists. */
export const goneState = '#gone'

/** The read-only state in which imported rows may begin. */
export interface OpeningFacts {
  readonly field: string
  /** Synonyms for each of its states, besides the field's own words. */
  readonly of: Readonly<Record<string, readonly string[]>>
  /**
   * Words of other systems for records that no longer exist. Such rows are left out unless the person keeps them as history, in `state`.
   * Below the heading of the field itself, the field's own words take precedence.
   */
  readonly gone?: { readonly words: readonly string[]; readonly state: string }
  /** Patterns of longer texts with their states (`goneState`: no longer exists); the first match applies. */
  readonly like?: readonly (readonly [state: string, pattern: string])[]
  /** The date of `noted` on which a record ceased to exist: a row with this date and without a state no longer exists. */
  readonly goneOn?: string
  /** Its states from the least to the most specific. */
  readonly weighs: readonly string[]
  /** The state of rows with an unknown word; it must not make a device available. Without it, the row begins in the default state. */
  readonly unknown?: string
}

/**
 * Headings that mean another field if most of their cells match `looks`, or if the sheet has a heading of `beside` and no cell is a choice
 * of theirs.
 */
export interface MayMean {
  readonly headings: readonly string[]
  readonly field: string
  readonly looks: string
  readonly beside?: readonly string[]
}

/** Pictures and documents that come with a list. */
export interface FilesFacts {
  /** The entity whose rows hold the files, and its link to the row of the list. */
  readonly entity: string
  readonly link: string
  /** Fields with the numbers that file names begin with, by priority. */
  readonly by: readonly string[]
  /** Headings of picture columns. */
  readonly headings: readonly string[]
}

/** A link into a tree whose name is split over columns: a building and a room. `parts`: the levels from the top down. */
export interface LevelFacts {
  readonly of: string
  readonly parts: readonly (Words & { readonly headings: readonly string[] })[]
}

/** How the columns and rows of a spreadsheet are mapped to an entity. */
export interface ImportFacts {
  /** Field sets that identify an existing row, strongest first; a set applies if its first field is filled. */
  readonly same: readonly (readonly string[])[]
  /**
   * Weaker sets for a second import: they identify a row that no set of `same` identifies, if exactly one row of the file and one of the
   * register have these values and the stronger ones do not differ.
   */
  readonly alike?: readonly (readonly string[])[]
  /**
   * Field sets that identify a row without any number among those that an earlier import created without one. The fullest set comes first;
   * all of its fields must be filled.
   */
  readonly unnumbered?: readonly (readonly string[])[]
  /** The number that the program issues, and the fields whose columns may contain it. */
  readonly own?: { readonly field: string; readonly in: readonly string[] }
  /** Fields whose change requires the inputs in `told` of the entity. */
  readonly toldFor?: readonly string[]
  /** Fields that a second import does not change, such as roles and stock. */
  readonly fixed?: readonly string[]
  /** Synonyms of column headings, besides the labels of the fields. */
  readonly aliases: Readonly<Record<string, readonly string[]>>
  /** Words that may precede a heading, such as `设备` in 设备型号. */
  readonly prefixes?: readonly string[]
  /** Patterns of a field's cells, for columns with unknown headings. */
  readonly looks?: Readonly<Record<string, string>>
  /** The field with a pattern that sheet names may fill, if no column does. */
  readonly sheetName?: string
  /** The text field that keeps cell texts which their optional fields could not hold. */
  readonly note?: string
  /** The read-only state in which rows may begin, with synonyms for each state. */
  readonly opening?: OpeningFacts
  /** Read-only fields that a list exported by the program may fill: numbers and states of its rows. */
  readonly brings?: readonly string[]
  /** Read-only fields that rows fill because they tell what has happened already: what else only a step writes. */
  readonly history?: readonly string[]
  /** Headings of a column with the number of records that one row stands for. */
  readonly quantity?: readonly string[]
  /** Headings that match their field only if no other column does: a price, if the value has a column of its own. */
  readonly weak?: readonly string[]
  /** Headings of a unit price, and the field of the total amount. */
  readonly unitPrice?: { readonly of: string; readonly headings: readonly string[] }
  /** Headings of a column with the currency of the amounts beside it. */
  readonly currency?: readonly string[]
  readonly levels?: LevelFacts
  /** Dates without a field, by a name that begins with `#`: they are kept in the note, and row checks can use them. */
  readonly noted?: Readonly<Record<string, Words & { readonly headings: readonly string[] }>>
  /** Fields that use the column of another field if they have none: a name from the generic name. */
  readonly standIns?: Readonly<Record<string, string>>
  /** Headings that may mean another field, depending on the contents of their columns. */
  readonly mayMean?: readonly MayMean[]
  /** Synonyms for the choices of a field. */
  readonly choices?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  /** Fields with a number of months, which people write as a duration: `5年`. */
  readonly months?: readonly string[]
  /** Dates that people also write as a duration, with the dates to count it from; the first one that a row has is used. */
  readonly lengthFrom?: Readonly<Record<string, readonly string[]>>
  /** The field with the device identifier of a UDI, and the empty fields that a full UDI in its cell fills. */
  readonly gs1?: {
    readonly di: string
    readonly pi?: string
    readonly serial?: string
    readonly lot?: string
    readonly made?: string
    readonly expiry?: string
  }
  /** Fields that hold codes: a value that a spreadsheet converted, for instance to a date, is rejected. */
  readonly codes?: readonly string[]
  /** Pictures and documents from a ZIP with the list, or from its cells. */
  readonly files?: FilesFacts
  /** Maximum number of rows in one file. */
  readonly maxRows: number
  /** Further inputs of the import. */
  readonly asks?: FieldMap
}

/** Pseudo-fields that columns may be mapped to. */
export const extraColumns = ({ quantity, unitPrice, currency, levels, noted = {}, files, opening }: ImportFacts): readonly string[] => [
  ...(quantity ? [quantityColumn] : []),
  ...(unitPrice ? [unitPriceColumn] : []),
  ...(currency ? [currencyColumn] : []),
  ...(levels?.parts.map((_, level) => levelColumn(level)) ?? []),
  ...Object.keys(noted),
  ...(opening ? [stateColumn] : []),
  ...(files ? [pictureColumn] : []),
]
