import type { Entity } from './entity.ts'
import type { Field, FieldMap } from './field.ts'

export type Value<F extends Field> = F extends { kind: 'text' | 'money' | 'date' | 'time' | 'numbering' | 'dictionary' }
  ? string
  : F extends { kind: 'integer' | 'decimal' }
    ? number
    : F extends { kind: 'flag' }
      ? 0 | 1
      : F extends { kind: 'choice'; of: infer O }
        ? keyof O & string
        : F extends { kind: 'choices'; of: infer O }
          ? (keyof O & string)[]
          : F extends { kind: 'ids' }
            ? string[]
            : F extends { kind: 'items'; fields: infer I extends FieldMap }
              ? InputOf<I>[]
              : F extends { kind: 'json' }
                ? unknown
                : never

type Name<K extends string, F extends Field> = F extends { kind: 'link' } ? `${K}Id` : K
type IsRequired<F extends Field> = F extends { required: true } ? true : false

/** What a call, step or draft takes: links as `<name>Id`, absent means none. */
export type InputOf<F extends FieldMap> = {
  [K in keyof F & string as IsRequired<F[K]> extends true ? Name<K, F[K]> : never]: F[K] extends { kind: 'link' } ? string : Value<F[K]>
} & {
  [K in keyof F & string as IsRequired<F[K]> extends true ? never : Name<K, F[K]>]?:
    | (F[K] extends { kind: 'link' } ? string : Value<F[K]>)
    | null
}

/** A row as it travels: links with their names, choices with their words. */
export type RowOf<E extends Entity> = {
  id: string
  version: number
  createTime: string
  updateTime: string
  createUserName: string | null
  can?: string[]
} & {
  [K in keyof E['fields'] & string as Name<K, E['fields'][K]>]: IsRequired<E['fields'][K]> extends true
    ? E['fields'][K] extends { kind: 'link' }
      ? string
      : Value<E['fields'][K]>
    : (E['fields'][K] extends { kind: 'link' } ? string : Value<E['fields'][K]>) | null
} & {
  [K in keyof E['fields'] & string as E['fields'][K] extends { kind: 'link' | 'ids' }
    ? `${K}Name`
    : E['fields'][K] extends { kind: 'choice' | 'dictionary' }
      ? `${K}Value`
      : never]: string | null
}

type RequiredNames<E extends Entity> = {
  [K in keyof E['fields'] & string]: IsRequired<E['fields'][K]> extends true ? Name<K, E['fields'][K]> : never
}[keyof E['fields'] & string]

/** A row as a phone keeps it: what the declaration requires is there; the rest may be missing, as in a row that the server has not answered yet. */
export type PhoneRow<E extends Entity> = Pick<RowOf<E>, ('id' | RequiredNames<E>) & keyof RowOf<E>> & Partial<RowOf<E>>

/** What submit takes: an id changes that row, none makes a new one; absent stays as it is, null clears. */
export type DraftOf<E extends Entity> = { id?: string; version?: number } & {
  [K in keyof E['fields'] & string as E['fields'][K] extends { readOnly: true } ? never : Name<K, E['fields'][K]>]?:
    | (E['fields'][K] extends { kind: 'link' } ? string : Value<E['fields'][K]>)
    | null
}

/** Wire name of a field: links travel by id. */
export function wireName(name: string, field: Field): string {
  return field.kind === 'link' ? `${name}Id` : name
}
