import type { Entity } from '#contract/kit/entity.ts'
import type { Field } from '#contract/kit/field.ts'
import { snake } from '#contract/kit/names.ts'
import type { Value } from '#contract/kit/shape.ts'
import type { Parameters, Query } from './query.ts'

/** A piece of SQL whose value has a known type. */
export type Sql<T> = string & { readonly value?: T }

type Held<F extends Field> = (F extends { kind: 'link' } ? string : Value<F>) | (F extends { required: true } ? never : null)

/** The columns of a table under an alias, by the names of its entity; links as `<name>Id`. */
export type Columns<E extends Entity> = {
  readonly [K in keyof E['fields'] & string as E['fields'][K] extends { kind: 'link' } ? `${K}Id` : K]: Sql<Held<E['fields'][K]>>
} & {
  readonly tenantId: Sql<string>
  readonly id: Sql<string>
  readonly version: Sql<number>
  readonly createdBy: Sql<string | null>
  readonly createdAt: Sql<string>
  readonly updatedAt: Sql<string>
  readonly isDeleted: Sql<boolean>
}

const system = ['tenantId', 'id', 'version', 'createdBy', 'createdAt', 'updatedAt', 'isDeleted']

/** An entity's table for FROM and its columns for every other place, so that a renamed field does not compile. */
export function table<E extends Entity>(of: E, alias: string): readonly [from: string, columns: Columns<E>] {
  const names = [...system, ...Object.entries(of.fields).map(([name, field]) => (field.kind === 'link' ? `${name}Id` : name))]
  const columns = Object.fromEntries(names.map((name) => [name, `${alias}.${snake(name)}`]))
  return [`${of.sql ?? snake(of.name)} ${alias}`, columns as unknown as Columns<E>]
}

/** A piece of SQL of a type that no column says: `sql<number>('count(*)::int')`. */
export const sql = <T>(text: string): Sql<T> => text

type Selected<S> = { -readonly [K in keyof S]: S[K] extends Sql<infer T> ? T : never }

/** `select` of the named pieces, then the rest of the statement; its rows have the names and types of the pieces. `first`: what stands before it, such as WITH. */
export function selecting<const S extends Readonly<Record<string, Sql<unknown>>>>(
  columns: S,
  rest: string,
  into: Parameters,
  { first = '', ...options }: { readonly once?: boolean; readonly first?: string } = {},
): Query<Selected<S>> {
  const list = Object.entries(columns).map(([name, piece]) => `${piece} as "${name}"`)
  return { text: `${first}select ${list.join(', ')} ${rest}`, values: into.values, ...options }
}
