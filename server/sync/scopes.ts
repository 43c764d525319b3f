import { createHash } from 'node:crypto'
import type { Entity } from '#contract/kit/entity.ts'
import { snake } from '#contract/kit/names.ts'
import { entities, entityNamed } from '#contract/registry.ts'
import { Parameters, type Query, type Rows } from '#server/db/query.ts'
import { deptsOnly, opens, seesAll } from '#server/kit/access.ts'
import type { Actor } from '#server/kit/actor.ts'
import { blindTasks } from '#server/kit/blind-tasks.ts'
import type { Reach } from '#server/kit/reach.ts'
import { tableName } from '#server/kit/table.ts'

/** What a person may hold: rows of these entities out of one scope of the feed. */
export interface Scope {
  /**
   * Its name on phones. A person without the right to some entities of a scope holds it under a different name, so that gaining or losing a right
   * reloads the scope.
   */
  readonly name: string
  /** What changes carry. */
  readonly scope: string
  readonly entities: readonly string[]
  /** Only what the person's own rows leave of the scope is sent; what another made was never there, so that it needs no words. */
  readonly isOwn: boolean
  /** Of a blind check: what the person has not decided is not sent, nor what the book says. */
  readonly isBlind: boolean
}

/** A scope of the feed that some entities of a family are held by. */
interface Held {
  readonly scope: string
  readonly names: readonly string[]
  /** Names what a rule leaves of the scope, where it is not all of it. */
  readonly rule?: string
  readonly isOwn?: boolean
}

/** The entities whose rows share scopes. */
interface Family {
  readonly names: readonly string[]
  scopes(actor: Actor, tasks: readonly string[]): readonly Held[]
}

/** Whether the feed of a scope holds more than the person sees, so that its rows are asked for with the condition of the data scope. */
export const isPartly = (of: Entity, actor: Actor): boolean =>
  of.offline?.scope.by === 'dept' && !seesAll(of, actor) && deptsOnly(of, actor) === undefined && speaks(actor.reach(of))

const speaks = ({ isOwn, custom }: Reach): boolean => isOwn || custom.length > 0

/** The scopes that hold an entity of departments for a person. A rule that departments do not tell is a part of the scope of all, which a changed rule loads again. */
function byDepartment(of: Entity, before: string, actor: Actor): Held[] {
  const names = [of.name]
  if (seesAll(of, actor)) return [{ scope: `${before}tenant`, names }]
  const { isOwn, custom, deptIds } = actor.reach(of)
  if (!isPartly(of, actor)) return (deptIds ?? []).map((id) => ({ scope: `${before}dept:${id}`, names }))
  const rule = createHash('sha256')
    .update(JSON.stringify([isOwn, deptIds, custom, actor.userId, actor.deptId]))
    .digest('hex')
    .slice(0, 12)
  return [{ scope: `${before}tenant`, names, rule, isOwn: custom.length === 0 && !deptIds?.length }]
}

/** The same scope once, with all entities that it holds. */
function together(found: readonly Held[]): Held[] {
  const kept = new Map<string, Held>()
  for (const one of found) {
    const key = `${one.scope} ${one.rule ?? ''}`
    const known = kept.get(key)
    kept.set(key, known ? { ...known, names: [...known.names, ...one.names] } : one)
  }
  return [...kept.values()]
}

const kept = entities.filter((of) => of.offline)

const keptBy = <B extends 'all' | 'dept' | 'task' | 'person'>(by: B) =>
  kept.flatMap((of) => {
    const scope = of.offline!.scope
    return scope.by === by ? [{ of, scope: scope as Extract<typeof scope, { by: B }> }] : []
  })

const namesOf = (found: readonly { of: Entity }[]): string[] => found.map(({ of }) => of.name)

/** The entity whose rows are the tasks that members hold. */
const taskOf = keptBy('task').find(({ scope }) => scope.field === 'id')?.of

function familiesOf(): Family[] {
  const byDept = keptBy('dept')
  const groups = [...new Set(byDept.map(({ scope }) => scope.group ?? ''))]
  const before = (group: string): string => (group ? `${group}:` : '')
  const ofGroup = (group: string) => byDept.filter(({ scope }) => (scope.group ?? '') === group)
  const own = (group: string): Family => {
    const names = namesOf([...ofGroup(group).filter(({ scope }) => scope.persons), ...(group ? [] : keptBy('person'))])
    return { names, scopes: ({ userId }) => [{ scope: `${before(group)}user:${userId}`, names }] }
  }
  const ofAll = namesOf(keptBy('all'))
  const ofTasks = namesOf(keptBy('task'))
  return [
    { names: ofAll, scopes: () => [{ scope: 'base', names: ofAll }] },
    ...groups.map(
      (group): Family => ({
        names: namesOf(ofGroup(group)),
        scopes: (actor) => together(ofGroup(group).flatMap(({ of }) => byDepartment(of, before(group), actor))),
      }),
    ),
    ...[...new Set([...groups, ''])].map(own),
    { names: ofTasks, scopes: (_, tasks) => tasks.map((id) => ({ scope: `task:${id}`, names: ofTasks })) },
  ]
}

const families = familiesOf().filter(({ names }) => names.length > 0)

/** The tasks that are open and have the person as a member. */
export function tasksQuery(actor: Actor): Query {
  const of = taskOf
  const members = of?.scope?.members
  if (!of || !members) return { text: 'select null::uuid as id, false as is_blind where false' }
  const into = new Parameters()
  const member = entityNamed(members.entity)
  const blind = blindTasks.find(({ task }) => task === of)
  const open = Object.entries(of.offline!.states ?? {}).map(
    ([field, states]) => ` and k.${snake(field)} = any(${into.add(states)}::text[])`,
  )
  return {
    text: `select k.id, ${blind ? `k.${snake(blind.field)} = '${blind.is}'` : 'false'} as is_blind from ${tableName(of)} k where k.tenant_id = ${into.add(actor.tenantId)}${of.softDelete ? ' and not k.is_deleted' : ''}${open.join('')}
      and exists (select 1 from ${tableName(member)} m where m.tenant_id = k.tenant_id and m.${snake(members.by)}_id = k.id and m.user_id = ${into.add(actor.userId)})
      order by k.id`,
    values: into.values,
  }
}

/** The scopes that a person may hold now, with the entities of each that they may list. `tasks`: the rows of `tasksQuery`. */
export function scopesOf(actor: Actor, tasks: Rows): Scope[] {
  const ids = tasks.rows.map((row) => String(row.id))
  const blind = new Set(tasks.rows.flatMap((row) => (row.is_blind ? [`task:${row.id}`] : [])))
  return families.flatMap(({ names, scopes }) => {
    const granted = names.filter((name) => actor.rights.has(`${name}.list`) && opens(actor.callPatterns, `${name}.list`))
    if (granted.length === 0) return []
    return scopes(actor, ids).flatMap(({ scope, names: held, rule, isOwn = false }) => {
      const entities = held.filter((name) => granted.includes(name))
      if (entities.length === 0) return []
      const isBlind = blind.has(scope)
      // Under a separate name, so that a phone that received the book, or rows by another rule, drops them.
      const suffix = `${entities.length === names.length ? '' : `~${entities.join('+')}`}${rule ? `~by-${rule}` : ''}${isBlind ? '~blind' : ''}`
      return [{ name: `${scope}${suffix}`, scope, entities, isOwn, isBlind }]
    })
  })
}
