import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Field, FieldMap, NamedBy, PersonalFacts } from '#contract/kit/fields/field.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { entityNamed, machinesOf } from '#contract/registry.ts'
import type { Parameters } from '#server/db/query.ts'
import { namingSql, seesAll } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'

/** A column whose value depends on the person, with its wire name. */
export type ClosedColumn = { readonly column: string; readonly wire: string } & (
  | { readonly by: NamedBy }
  | { readonly personal: PersonalFacts }
)

/**
 * SQL of columns whose value depends on the person, over the alias `t`, each with a leading comma. Closed columns are empty unless the
 * person sees the row that names the record; personal ones are masked for everybody but their owner.
 */
export function closedSql(columns: readonly ClosedColumn[], actor: Actor, into: Parameters): string {
  return columns
    .map((of) => {
      const value = `t.${of.column}`
      if ('personal' in of)
        return `, case when t.${snake(of.personal.to)}_id = ${into.add(actor.userId)} then ${value} else ${of.personal.others}(${value}) end as "${of.wire}"`
      const seen = namingSql(of.by, actor, 't', into)
      return `, case when ${value} is not null and ${seen} then ${value} end as "${of.wire}"`
    })
    .join('')
}

const closedIn = (fields: FieldMap): Field[] => Object.values(fields).filter(({ closed }) => closed !== undefined)

/** The entity that opens closed fields or step inputs; undefined if none is closed. */
export const closedBy = (of: Entity): NamedBy | undefined =>
  [of.fields, ...machinesOf(of).flatMap((on) => Object.values(on.steps).map(({ input }) => input))].flatMap(closedIn)[0]?.closed

/** The fields that are not closed. */
export const openOnly = (fields: FieldMap): FieldMap =>
  Object.fromEntries(Object.entries(fields).filter(([, { closed }]) => closed === undefined))

/** Whether a person sees the closed values of every record. */
export const seesClosed = (by: NamedBy, actor: Actor): boolean => seesAll(entityNamed(by.entity), actor)
