import type { FileType } from './file-types.ts'
import type { Words } from './words.ts'

/**
 * What a state or result means, beside its word: plain, nothing to do; good, as it should be; busy, in hand or to be looked into; warn, not as it should be;
 * bad, a loss or a stop; extra, more than expected. The colours are in `src/kit/tones.css`.
 */
export type Tone = 'plain' | 'good' | 'busy' | 'warn' | 'bad' | 'extra'

export interface Choice extends Words {
  readonly tone?: Tone
  /** Shown where it was chosen, no longer offered. */
  readonly sealed?: true
  /** The largest number that may be counted in this unit. */
  readonly most?: number
  /** How long one of this unit is against the others, so that numbers of different units compare. */
  readonly size?: number
}

/** The link to the person who sees a value whole, and the function of the database that others see it through. */
export interface PersonalFacts {
  readonly to: string
  readonly others: 'without_samples'
}

/** The row of another entity that names a record by its id in a text field. */
export interface NamedBy {
  readonly entity: string
  readonly by: string
}

interface Facts extends Words {
  readonly required?: boolean
  /** What is said of an empty required field where a client expects a sentence of its own. */
  readonly asks?: Words
  /** Written by steps, jobs or the database, never by a draft. */
  readonly readOnly?: boolean
  /** A column of the list, in the order of declaration. */
  readonly list?: boolean
  /** Part of the keyword search; `pinyin`: a name that is found by its pinyin and the initials of it, too. */
  readonly search?: boolean | 'pinyin'
  /** Unique within a tenant among rows that are not deleted. */
  readonly unique?: boolean
  /** Counts towards the perfection of a row when filled. */
  readonly important?: boolean
  /** Derived when it is read and without a column: the share of filled important fields, 0 to 100. */
  readonly computed?: 'filledShare'
  /** Pixels of its column, as the hospital set them. */
  readonly width?: number
  /** Names of the fields whose values the hospital shows beside this one's. */
  readonly beside?: readonly string[]
  /** Rules compare rows by it, so a hospital cannot hide it though it may be empty. */
  readonly alwaysShown?: true
  /** Heading on record pages and forms; fields without one stand first. */
  readonly group?: Words
  /** Hidden from who sees the record by data scope alone: shown to who sees the row that names it. Never filtered or sorted by. */
  readonly closed?: NamedBy
  /** Forms of the desk ask it only while this choice of the same row has one of these keys. */
  readonly when?: { readonly field: string; readonly is: readonly string[] }
}

export interface TextField extends Facts {
  readonly kind: 'text'
  readonly max: number
  readonly multiline?: boolean
  readonly pattern?: string
  /** A text that fits the pattern, told to who typed one that does not. */
  readonly example?: string
  /**
   * The database puts it together from these fields, links by their titles: the title of a row that has no name of its own, such as year and department.
   * It is required and read-only without saying so.
   */
  readonly composed?: readonly string[]
  /** Texts that the program writes itself, such as the names of the first roles: shown in the language of the reader until a hospital writes its own. */
  readonly seeded?: readonly Words[]
  /** Holds several of these texts with “、” between. */
  readonly several?: true
  /** An identifier, compared by `codeKey`; the database keeps the key beside the column. */
  readonly code?: true
  /**
   * The text field of the maker or the like: a code with a figure is there once beside each of its values, in one writing, with large and small letters
   * apart. Rows that were alike before stay (`<column>_alike`).
   */
  readonly uniqueWith?: string
  /** In inputs: what a reader said. Its signs of control are dropped, but for the separators of GS1, which its call reads. */
  readonly scanned?: true
}
export interface IntegerField extends Facts {
  readonly kind: 'integer'
  /** A year is shown as it is written, without a separator of thousands; minutes are shown in days and hours where they are many. */
  readonly as?: 'year' | 'minutes'
  readonly min?: number
  readonly max?: number
  /** The choice of the same row that says what the number counts, with its words. Both are shown, filled in and checked as one. */
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
  /** The price of one piece, which is not added up below a list. */
  readonly perUnit?: true
}
/** 0 or 1, a number on the wire. */
export interface FlagField extends Facts {
  readonly kind: 'flag'
}
/** `yyyy-MM-dd`. */
export interface DateField extends Facts {
  readonly kind: 'date'
}
/** A moment, ISO 8601 with offset on the wire. */
export interface TimeField extends Facts {
  readonly kind: 'time'
}
export interface ChoiceField extends Facts {
  readonly kind: 'choice'
  readonly of: Readonly<Record<string, Choice>>
  /** The value of a new row. */
  readonly initial?: string
  /** The dictionary whose rows the choices are, in a view. */
  readonly dictionary?: string
  /** The dictionary whose rows are choices after the declared ones, in a view. */
  readonly more?: string
}
/** A choice whose words are rows of a dictionary; keeps the key of a row. A view turns it into a `choice` with the rows that the tenant has now. */
export interface DictionaryField extends Facts {
  readonly kind: 'dictionary'
  /** The dictionary, by its code: the tenant's own of that code, or the one of the system. */
  readonly code: string
}
/** A row of another entity; travels as `<name>Id` and `<name>Name`. */
export interface LinkField extends Facts {
  readonly kind: 'link'
  readonly to: string
  /** May name any row of the tenant, also one outside the person's data scope. */
  readonly anywhere?: boolean
  /** The row goes with the one it names, so that it does not keep that one from being removed. */
  readonly goesWith?: boolean
  /** URL after `/api` of the call that answers which rows may be named, where that is not every row the person sees. */
  readonly options?: string
  /** May name retired rows too: it selects rows that are there, or records what was seen. */
  readonly past?: true
}
/** A text given once by a rule when the row is made: literal text, `{yyyy}` and one run of zeros for the serial. */
export interface NumberingField extends Facts {
  readonly kind: 'numbering'
  readonly rule: string
  /** As in a text. */
  readonly code?: true
}

/** Plain data that no list filters by. */
export interface JsonField extends Facts {
  readonly kind: 'json'
  /** Shown whole to the person alone whom this link of the row names; others get what this function of the database leaves of it. */
  readonly personal?: PersonalFacts
}
/** Several of the given words, an array on the wire. */
export interface ChoicesField extends Facts {
  readonly kind: 'choices'
  readonly of: Readonly<Record<string, Choice>>
  /** The entity whose fields of the hospital's own may be named too, by their names on the wire. */
  readonly own?: string
}
/** Several rows of one entity, an array of ids; a row that is read also carries their names as one text, `<name>Name`. */
export interface IdsField extends Facts {
  readonly kind: 'ids'
  readonly to?: string
  /** 1,000 when absent. */
  readonly max?: number
  /** Rows of a tree, chosen in the whole tree; what lies above a chosen row is named with it. */
  readonly inTree?: true
  /** May name retired rows too: it selects rows that are there. */
  readonly past?: true
  /** URL after `/api` of the call that answers which rows may be named, where that is not every row the person sees. */
  readonly options?: string
  /** The order of the ids means something: pickers show it and let it be changed. */
  readonly inOrder?: true
  /** Files of these types alone; of every stored type when absent. */
  readonly types?: readonly FileType[]
  /** Takes archives (ZIP) beside the types that every field takes. */
  readonly archives?: true
}
/** An array of objects; only in inputs of calls and steps. */
export interface ItemsField extends Facts {
  readonly kind: 'items'
  readonly fields: FieldMap
  readonly max: number
  /** Sums below the entries: the field that each is shown as, and the fields of an entry whose product is added up; none counts them. */
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

/** The code of the dictionary that a declared field takes choices from; undefined for a field without one. */
export const dictionaryCode = (field: Field): string | undefined =>
  field.kind === 'dictionary' ? field.code : field.kind === 'choice' ? field.more : undefined

/** Whether a field holds an identifier that is compared by `codeKey`. */
export const isCode = (field: Field | undefined): boolean => (field?.kind === 'text' || field?.kind === 'numbering') && field.code === true

/** A number that counts a unit. */
export interface CountField extends IntegerField {
  readonly unit: NonNullable<IntegerField['unit']>
}

export const countsUnit = (field: Field | undefined): field is CountField => field?.kind === 'integer' && field.unit !== undefined

/** The unit of a number: the first of its choices where nothing else is said. */
export const usualUnit = (unit: CountField['unit']): string => Object.keys(unit.of)[0]!

/** Names of the fields that hold the units of others; they stand with their numbers and not by themselves. */
export const unitFields = (fields: FieldMap): ReadonlySet<string> =>
  new Set(Object.values(fields).flatMap((field) => (countsUnit(field) ? [field.unit.field] : [])))

/** Whether a field travels with its word beside it, as `<name>Value`. */
export const hasWord = ({ kind }: Field): boolean => kind === 'choice' || kind === 'dictionary'

/** Whether a field holds one value that a list can show, order and be filtered by, and a sheet can carry in one cell. */
export const isPlain = (field: Field): boolean => !['json', 'items', 'ids', 'choices'].includes(field.kind)

/** Whether a list can show a field and be filtered by it, and an export carries it: also a listed field of several words. */
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
