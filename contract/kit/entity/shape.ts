import type { Field, FieldMap } from '../fields/field.ts'
import type { Entity } from './entity.ts'

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

/** The input of a call, step or draft: links as `<name>Id`; an absent value is not set. */
export type InputOf<F extends FieldMap> = {
  [K in keyof F & string as IsRequired<F[K]> extends true ? Name<K, F[K]> : never]: F[K] extends { kind: 'link' } ? string : Value<F[K]>
} & {
  [K in keyof F & string as IsRequired<F[K]> extends true ? never : Name<K, F[K]>]?:
    | (F[K] extends { kind: 'link' } ? string : Value<F[K]>)
    | null
}

/** A row in wire form: links with titles, choices with labels. */
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

/** A row on a phone: required fields are present; others may be missing, for instance before the server has answered. */
export type PhoneRow<E extends Entity> = Pick<RowOf<E>, ('id' | RequiredNames<E>) & keyof RowOf<E>> & Partial<RowOf<E>>

/** The input of submit: with an id it changes that row, without one it creates a row; absent fields stay, null clears. */
export type DraftOf<E extends Entity> = { id?: string; version?: number } & {
  [K in keyof E['fields'] & string as E['fields'][K] extends { readOnly: true } ? never : Name<K, E['fields'][K]>]?:
    | (E['fields'][K] extends { kind: 'link' } ? string : Value<E['fields'][K]>)
    | null
}

/** Wire name of a field: a link is sent as its id. */
export function wireName(name: string, field: Field): string {
  return field.kind === 'link' ? `${name}Id` : name
}
