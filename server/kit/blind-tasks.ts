import type { Entity } from '#contract/kit/entity.ts'
import { snake } from '#contract/kit/names.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Parameters, Query } from '#server/db/query.ts'
import type { Actor } from './actor.ts'
import { tableName } from './table.ts'

/** Tasks whose members are not to know what the book says until they have decided it themselves. */
export interface BlindTask {
  readonly task: Entity
  /** The field of the task that says so, and the value it then has. */
  readonly field: string
  readonly is: string
  /** The entity whose rows its members decide. */
  readonly line: Entity
  /** The entity whose rows are counted, and its fields that hold a code. */
  readonly counted: Entity
  readonly codes: readonly string[]
  /** Fields that say what is on the book, by entity. */
  readonly book: Readonly<Record<string, readonly string[]>>
  /** The right of those who see the book while the task runs. */
  readonly judge: string
  /** Entities that counters do not read while it runs, but for rows that are their own by this field; null: none of them. */
  readonly veiled: Readonly<Record<string, string | null>>
  /** Of these lines those that a person has observed: `id`, and `mine`: they decided the result. */
  standingQuery(actor: Actor, ids: readonly string[]): Query
}

/** What the modules hand in. */
export const blindTasks: BlindTask[] = []

/** The blind tasks that may hide rows of an entity from a person: those who judge see them all. */
const hiding = (of: Entity, { rights }: Actor): BlindTask[] =>
  blindTasks.filter(({ veiled, judge }) => of.name in veiled && !rights.has(judge))

/** Whether a running blind task may hide rows of an entity from a person. */
export const mayHide = (of: Entity, actor: Actor): boolean => hiding(of, actor).length > 0

/** The running tasks `k` that a person counts in or began, as a condition; the tenant is up to who asks. */
function countsIn({ task, field, is }: BlindTask, me: string, into: Parameters): string {
  const members = task.scope!.members!
  const running = Object.entries(task.offline?.states ?? {}).map(
    ([name, states]) => ` and k.${snake(name)} = any(${into.add(states)}::text[])`,
  )
  return `k.${snake(field)} = ${into.add(is)}${running.join('')}
        and (k.created_by = ${me} or exists (select 1 from ${tableName(entityNamed(members.entity))} m
          where m.tenant_id = k.tenant_id and m.${snake(members.by)}_id = k.id and m.user_id = ${me}))`
}

const linkTo = (of: Entity, task: Entity): string =>
  `${snake(Object.entries(of.fields).find(([, one]) => one.kind === 'link' && one.to === task.name)![0])}_id`

/**
 * The condition, over an alias, under which a running blind task hides nothing of a row from a person who counts in it: the lines say what is on the book,
 * and the observations of others where things are. Empty where nothing is hidden.
 */
export function veilSql(of: Entity, actor: Actor, alias: string, into: Parameters): string {
  const parts = hiding(of, actor).map((one) => {
    const me = into.add(actor.userId)
    const own = one.veiled[of.name]
    return `(${own ? `${alias}.${snake(own)}_id = ${me} or ` : ''}not exists (select 1 from ${tableName(one.task)} k
      where k.tenant_id = ${alias}.tenant_id and k.id = ${alias}.${linkTo(of, one.task)} and ${countsIn(one, me, into)}))`
  })
  return parts.join(' and ')
}

/** The ids of the rows that `veilSql` leaves out, sought from the tasks: nothing to read for who counts in none. Empty where nothing is hidden. */
export function veiledRowsSql(of: Entity, actor: Actor, into: Parameters): string {
  const parts = hiding(of, actor).map((one) => {
    const [tenant, me] = [into.add(actor.tenantId), into.add(actor.userId)]
    const own = one.veiled[of.name]
    return `select v.id from ${tableName(of)} v where v.tenant_id = ${tenant}${own ? ` and v.${snake(own)}_id is distinct from ${me}` : ''}
      and v.${linkTo(of, one.task)} in (select k.id from ${tableName(one.task)} k where k.tenant_id = ${tenant} and ${countsIn(one, me, into)})`
  })
  return parts.join(' union ')
}
