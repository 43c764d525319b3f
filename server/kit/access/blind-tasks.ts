import type { Entity } from '#contract/kit/entity/entity.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Parameters, Query } from '#server/db/query.ts'
import { tableName } from '../table.ts'
import type { Actor } from './actor.ts'

/** Tasks in which members must not see the recorded values before they have decided themselves (blind checks). */
export interface BlindTask {
  readonly task: Entity
  /** The field of the task that makes it blind, and its value. */
  readonly field: string
  readonly is: string
  /** The entity of the rows that the members decide. */
  readonly line: Entity
  /** The entity of the counted objects, and its fields that hold a code. */
  readonly counted: Entity
  readonly codes: readonly string[]
  /** Fields with recorded (book) values, by entity. */
  readonly book: Readonly<Record<string, readonly string[]>>
  /** The right that lets a person see recorded values while the task runs. */
  readonly judge: string
  /**
   * Entities whose rows are hidden from counters while the task runs. Value: the field that marks a counter's own rows, which stay visible,
   * or null.
   */
  readonly hiddenRows: Readonly<Record<string, string | null>>
  /** Query for the lines among `ids` that a person has observed: `id`, and `mine` if the person decided the result. */
  standingQuery(actor: Actor, ids: readonly string[]): Query
}

/** The blind tasks that the modules register. */
export const blindTasks: BlindTask[] = []

/** The blind tasks that may hide rows of an entity from a person; none for people with the right `judge`. */
const hiding = (of: Entity, { rights }: Actor): BlindTask[] =>
  blindTasks.filter(({ hiddenRows, judge }) => of.name in hiddenRows && !rights.has(judge))

/** Whether a running blind task may hide rows of an entity from a person. */
export const mayHide = (of: Entity, actor: Actor): boolean => hiding(of, actor).length > 0

/**
 * SQL condition that a task `k` is blind and running and that the person is a member or its creator. The caller adds the tenant condition.
 */
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
 * SQL condition over an alias that hides rows of running blind tasks in which the person counts: lines reveal the recorded values, and
 * observations of others reveal where things are. Empty if nothing is hidden.
 */
export function hideBlindLinesSql(of: Entity, actor: Actor, alias: string, into: Parameters): string {
  const parts = hiding(of, actor).map((one) => {
    const me = into.add(actor.userId)
    const own = one.hiddenRows[of.name]
    return `(${own ? `${alias}.${snake(own)}_id = ${me} or ` : ''}not exists (select 1 from ${tableName(one.task)} k
      where k.tenant_id = ${alias}.tenant_id and k.id = ${alias}.${linkTo(of, one.task)} and ${countsIn(one, me, into)}))`
  })
  return parts.join(' and ')
}

/**
 * SQL of the ids that `hideBlindLinesSql` hides, selected starting from the tasks, so it is cheap for a person who counts in none. Empty if
 * nothing is hidden.
 */
export function hiddenRowsSql(of: Entity, actor: Actor, into: Parameters): string {
  const parts = hiding(of, actor).map((one) => {
    const [tenant, me] = [into.add(actor.tenantId), into.add(actor.userId)]
    const own = one.hiddenRows[of.name]
    return `select v.id from ${tableName(of)} v where v.tenant_id = ${tenant}${own ? ` and v.${snake(own)}_id is distinct from ${me}` : ''}
      and v.${linkTo(of, one.task)} in (select k.id from ${tableName(one.task)} k where k.tenant_id = ${tenant} and ${countsIn(one, me, into)})`
  })
  return parts.join(' union ')
}
