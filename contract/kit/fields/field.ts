import type { Words } from '../words.ts'
import type { FileType } from './file-types.ts'

/**
 * The meaning of a state or result: plain, nothing to do; good, as it should be; busy, in progress or to be checked; warn, not as it should
 * be; bad, a loss or a stop; extra, more than expected. The colours are in `src/kit/tones.css`.
 */
export type Tone = 'plain' | 'good' | 'busy' | 'warn' | 'bad' | 'extra'

export interface Choice extends Words {
  readonly tone?: Tone
  /** Displayed where it was chosen, but no longer offered. */
  readonly sealed?: true
  /** The maximum number in this unit. */
  readonly most?: number
  /** Length of one unit relative to the others, for comparing numbers of different units. */
  readonly size?: number
}

/** The link to the person who sees the full value, and the database function that masks it for others. */
export interface PersonalFacts {
  readonly to: string
  readonly others: 'without_samples'
}

/** The row of another entity that refers to a record by its id in a text field. */
export interface NamedBy {
  readonly entity: string
  readonly by: string
}

interface Facts extends Words {
  readonly required?: boolean
  /** Message for an empty required field, where a client expects its own. */
  readonly asks?: Words
  /** Written only by steps, jobs or the database, never by a draft. */
  readonly readOnly?: boolean
  /** A column of the list, in order of declaration. */
  readonly list?: boolean
  /** Included in the keyword search; `pinyin`: a name that is also found by its pinyin and its initials. */
  readonly search?: boolean | 'pinyin'
  /** Unique among a tenant's rows that are not removed. */
  readonly unique?: boolean
  /** Counts towards the completeness of a row when filled. */
  readonly important?: boolean
  /** Computed when read, without a column: the share of filled important fields, 0 to 100. */
  readonly computed?: 'filledShare'
  /** Column width in pixels, as set by the hospital. */
  readonly width?: number
  /** Names of the fields whose values the hospital displays beside this one. */
  readonly beside?: readonly string[]
  /** Rules need it, so a hospital cannot hide it, although it may be empty. */
  readonly alwaysShown?: true
  /** Seldom filled in: forms show it under 更多 while it is empty. */
  readonly fold?: boolean
  /** Heading on record pages and forms; fields without one come first. */
  readonly group?: Words
  /**
   * Hidden from people who see the record only by data scope; shown to people who see the row that names it. Cannot be filtered or sorted
   * by.
   */
  readonly closed?: NamedBy
  /** Desk forms show it only while this choice of the same row has one of these keys. */
  readonly when?: { readonly field: string; readonly is: readonly string[] }
}

export interface TextField extends Facts {
  readonly kind: 'text'
  readonly max: number
  readonly multiline?: boolean
  readonly pattern?: string
  /** A text that matches the pattern, for the error message. */
  readonly example?: string
  /**
   * The database composes it from these fields, links by their titles: the title of a row without a name of its own, such as year and
   * department. It is implicitly required and read-only.
   */
  readonly composed?: readonly string[]
  /**
   * Texts that the program writes itself, such as names of the default roles: shown in the reader's language until a hospital changes them.
   */
  readonly seeded?: readonly Words[]
  /** Holds several of these texts, separated by “、”. */
  readonly several?: true
  /** An identifier, compared by `codeKey`; the database stores the key beside the column. */
  readonly code?: true
  /**
   * A text field, such as the maker: a code with a digit is unique for each of its values, ignoring spelling variants but not case.
   * Duplicates that existed before the rule stay (`<column>_alike`).
   */
  readonly uniqueWith?: string
  /** For the program alone, such as the id of a row or a stored value: it travels on the wire; pages, exports and histories do not show it. */
  readonly internal?: true
  /** For inputs: the text of a scanner. Control characters are removed, except GS1 separators, which the call interprets. */
  readonly scanned?: true
}
export interface IntegerField extends Facts {
  readonly kind: 'integer'
  /** A year is displayed without a thousands separator; many minutes are displayed as days and hours. */
  readonly as?: 'year' | 'minutes'
  readonly min?: number
  readonly max?: number
  /** The choice of the same row that holds the unit of this number, with its labels. Both are displayed, filled in and checked as one. */
  readonly unit?: { readonly field: string; readonly of: Readonly<Record<string, Choice>> }
}
export interface DecimalField extends Facts {
  readonly kind: 'decimal'
  readonly scale: number
  readonly min?: number
  readonly max?: number
}
/** numeric(16,2); a string such as `1234.50` on the wire. */
export interface MoneyField extends Facts {
  readonly kind: 'money'
  readonly min?: number
  /** A unit price, which is not summed below a list. */
  readonly perUnit?: true
  /** No sum includes the amount of a row in which this choice has one of these keys. */
  readonly notSummed?: { readonly field: string; readonly is: readonly string[] }
}
/** 0 or 1, a number on the wire. */
export interface FlagField extends Facts {
  readonly kind: 'flag'
}
/** `yyyy-MM-dd`. */
export interface DateField extends Facts {
  readonly kind: 'date'
}
/** A time, ISO 8601 with offset on the wire. */
export interface TimeField extends Facts {
  readonly kind: 'time'
}
export interface ChoiceField extends Facts {
  readonly kind: 'choice'
  readonly of: Readonly<Record<string, Choice>>
  /** The default of a new row. */
  readonly initial?: string
  /** In a view: the dictionary whose rows are the choices. */
  readonly dictionary?: string
  /** In a view: the dictionary whose rows follow the declared choices. */
  readonly more?: string
}
/**
 * A choice whose options are rows of a dictionary; stores the key of a row. A view turns it into a `choice` with the tenant's current rows.
 */
export interface DictionaryField extends Facts {
  readonly kind: 'dictionary'
  /** The code of the dictionary: the tenant's own one with that code, or the system's. */
  readonly code: string
}
/** A row of another entity; sent as `<name>Id` and `<name>Name`. */
export interface LinkField extends Facts {
  readonly kind: 'link'
  readonly to: string
  /** May refer to any row of the tenant, also outside the person's data scope. */
  readonly anywhere?: boolean
  /**
   * To a department: its rows move with it when it is merged into another one. `keeps`: it cannot be closed while there are such rows. Where only some rows do,
   * the module says so (`DeptHolding`); where none do, the row is history.
   */
  readonly merges?: 'moves' | 'keeps'
  /** The row is removed with the linked one, so the link does not prevent its removal. */
  readonly goesWith?: boolean
  /** URL after `/api` of the call with the allowed rows, if these are not all rows that the person sees. */
  readonly options?: string
  /** Accepts retired rows: it selects among existing rows, or records an observation. */
  readonly past?: true
}
/** A text that a rule assigns once when the row is created: literal text, `{yyyy}` and one run of zeros for the serial number. */
export interface NumberingField extends Facts {
  readonly kind: 'numbering'
  readonly rule: string
  /** As in a text. */
  readonly code?: true
}

/** Plain data that lists cannot filter by. */
export interface JsonField extends Facts {
  readonly kind: 'json'
  /** Only the person that this link refers to sees the full value; others see what this database function leaves of it. */
  readonly personal?: PersonalFacts
}
/** Several choices, an array on the wire. */
export interface ChoicesField extends Facts {
  readonly kind: 'choices'
  readonly of: Readonly<Record<string, Choice>>
  /** The entity whose custom fields may be chosen too, by wire name. */
  readonly own?: string
}
/** Several rows of one entity, an array of ids; in an answer also their titles as one text, `<name>Name`. */
export interface IdsField extends Facts {
  readonly kind: 'ids'
  readonly to?: string
  /** Maximum number; 1,000 if absent. */
  readonly max?: number
  /** Rows of a tree, chosen in the whole tree; the ancestors of a chosen row are shown with it. */
  readonly inTree?: true
  /** Accepts retired rows: it selects among existing rows. */
  readonly past?: true
  /** URL after `/api` of the call with the allowed rows, if these are not all rows that the person sees. */
  readonly options?: string
  /** The order of the ids matters: pickers show it and let people change it. */
  readonly inOrder?: true
  /** A picture that is signed by hand on phones. */
  readonly isSigned?: true
  /** Accepts only files of these types; all stored types if absent. */
  readonly types?: readonly FileType[]
  /** Accepts ZIP archives besides the usual types. */
  readonly archives?: true
}
/** An array of objects; only for inputs of calls and steps. */
export interface ItemsField extends Facts {
  readonly kind: 'items'
  readonly fields: FieldMap
  readonly max: number
  /** Sums below the entries: the field that formats each sum, and the factors of an entry's product; no factors: the number of entries. */
  readonly totals?: readonly { readonly label: Words; readonly field: Field; readonly of: readonly string[] }[]
}

export type Field =
  | TextField
  | IntegerField
  | DecimalField
  | MoneyField
  | FlagField
  | DateField
  | TimeField
  | ChoiceField
  | DictionaryField
  | LinkField
  | NumberingField
  | JsonField
  | ChoicesField
  | IdsField
  | ItemsField
export type FieldKind = Field['kind']
export type FieldMap = Readonly<Record<string, Field>>

/** The code of the dictionary with a declared field's choices; undefined for a field without one. */
export const dictionaryCode = (field: Field): string | undefined =>
  field.kind === 'dictionary' ? field.code : field.kind === 'choice' ? field.more : undefined

/** Whether a field holds an identifier that is compared by `codeKey`. */
export const isCode = (field: Field | undefined): boolean => (field?.kind === 'text' || field?.kind === 'numbering') && field.code === true

/** A number with a unit. */
export interface CountField extends IntegerField {
  readonly unit: NonNullable<IntegerField['unit']>
}

/** Whether a field is a number with a unit. */
export const countsUnit = (field: Field | undefined): field is CountField => field?.kind === 'integer' && field.unit !== undefined

/** The default unit of a number: the first of its choices. */
export const usualUnit = (unit: CountField['unit']): string => Object.keys(unit.of)[0]!

/** Names of the fields that hold the units of others; they are shown with their numbers, not separately. */
export const unitFields = (fields: FieldMap): ReadonlySet<string> =>
  new Set(Object.values(fields).flatMap((field) => (countsUnit(field) ? [field.unit.field] : [])))

/** Whether a field is sent with its label, as `<name>Value`. */
export const hasWord = ({ kind }: Field): boolean => kind === 'choice' || kind === 'dictionary'

/** Whether a field holds a single value that a list can show, sort and filter, and that fits into one spreadsheet cell. */
export const isPlain = (field: Field): boolean => !['json', 'items', 'ids', 'choices'].includes(field.kind)

/** Whether a field means nothing to a reader, such as the id of a row. */
export const isInternal = (field: Field): boolean => field.kind === 'text' && field.internal === true

/** Whether a list can show and filter a field and an export includes it: also a listed field with several choices. */
export const isListable = (field: Field): boolean => isPlain(field) || (field.kind === 'choices' && field.list === true)

type Given<F extends Field> = Omit<F, 'kind'>

type Composed<T> = T extends { readonly composed: readonly string[] } ? { readonly required: true; readonly readOnly: true } : unknown

export const text = <const T extends Given<TextField>>(facts: T) =>
  ({ kind: 'text', ...(facts.composed && { required: true, readOnly: true }), ...facts }) as { readonly kind: 'text' } & T & Composed<T>
export const integer = <const T extends Given<IntegerField>>(facts: T) => ({ kind: 'integer', ...facts }) as const
export const decimal = <const T extends Given<DecimalField>>(facts: T) => ({ kind: 'decimal', ...facts }) as const
export const money = <const T extends Given<MoneyField>>(facts: T) => ({ kind: 'money', ...facts }) as const
export const flag = <const T extends Given<FlagField>>(facts: T) => ({ kind: 'flag', ...facts }) as const
export const date = <const T extends Given<DateField>>(facts: T) => ({ kind: 'date', ...facts }) as const
export const time = <const T extends Given<TimeField>>(facts: T) => ({ kind: 'time', ...facts }) as const
export const choice = <const T extends Given<ChoiceField>>(facts: T) => ({ kind: 'choice', ...facts }) as const
export const dictionary = <const T extends Given<DictionaryField>>(facts: T) => ({ kind: 'dictionary', ...facts }) as const
export const link = <const T extends Given<LinkField>>(facts: T) => ({ kind: 'link', ...facts }) as const
export const numbering = <const T extends Given<NumberingField>>(facts: T) => ({ kind: 'numbering', readOnly: true, ...facts }) as const
export const json = <const T extends Given<JsonField>>(facts: T) => ({ kind: 'json', ...facts }) as const
export const choices = <const T extends Given<ChoicesField>>(facts: T) => ({ kind: 'choices', ...facts }) as const
export const ids = <const T extends Given<IdsField>>(facts: T) => ({ kind: 'ids', ...facts }) as const
export const items = <const T extends Given<ItemsField>>(facts: T) => ({ kind: 'items', ...facts }) as const
