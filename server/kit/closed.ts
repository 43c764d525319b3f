import type { Entity } from '#contract/kit/entity.ts'
import type { Field, FieldMap, NamedBy } from '#contract/kit/field.ts'
import { entityNamed, machinesOf } from '#contract/registry.ts'
import type { Parameters } from '#server/db/query.ts'
import { namingSql, seesAll } from './access.ts'
import type { Actor } from './actor.ts'

/** A column of a closed field, with its name on the wire. */
export interface ClosedColumn {
  readonly column: string
  readonly wire: string
  readonly by: NamedBy
}

/** SQL of closed columns over the alias `t`, each with a leading comma: empty where the person does not see the row that names the record. */
export function closedSql(columns: readonly ClosedColumn[], actor: Actor, into: Parameters): string {
  return columns
    .map(({ column, wire, by }) => {
      const seen = namingSql(by, actor, 't', into)
      return `, case when t.${column} is not null and ${seen} then t.${column} end as "${wire}"`
    })
    .join('')
}

const closedIn = (fields: FieldMap): Field[] => Object.values(fields).filter(({ closed }) => closed !== undefined)

/** What closes fields of an entity or inputs of its steps; undefined where none is closed. */
export const closedBy = (of: Entity): NamedBy | undefined =>
  [of.fields, ...machinesOf(of).flatMap((on) => Object.values(on.steps).map(({ input }) => input))].flatMap(closedIn)[0]?.closed

/** The fields without closed ones. */
export const openOnly = (fields: FieldMap): FieldMap =>
  Object.fromEntries(Object.entries(fields).filter(([, { closed }]) => closed === undefined))

/** Whether a person sees the closed values of every record. */
export const seesClosed = (by: NamedBy, actor: Actor): boolean => seesAll(entityNamed(by.entity), actor)
