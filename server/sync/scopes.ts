import type { Entity } from '#contract/kit/entity.ts'
import { fieldViewEntity } from '#contract/kit/field-view.ts'
import { snake } from '#contract/kit/names.ts'
import { entities, entityNamed } from '#contract/registry.ts'
import { Parameters, type Query, type Rows } from '#server/db/query.ts'
import { opens } from '#server/kit/access.ts'
import type { Actor } from '#server/kit/actor.ts'
import { blindTasks } from '#server/kit/blind-tasks.ts'
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
  /** Of a blind check: what the person has not decided is not sent, nor what the book says. */
  readonly isBlind: boolean
}

/** The entities whose rows share scopes. */
interface Family {
  readonly names: readonly string[]
  scopes(actor: Actor, tasks: readonly string[]): string[]
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
  const own = (group: string): Family => ({
    names: namesOf([...ofGroup(group).filter(({ scope }) => scope.persons), ...(group ? [] : keptBy('person'))]),
    scopes: ({ userId }) => [`${before(group)}user:${userId}`],
  })
  return [
    { names: [...namesOf(keptBy('all')), fieldViewEntity], scopes: () => ['base'] },
    ...groups.map(
      (group): Family => ({
        names: namesOf(ofGroup(group)),
        scopes: ({ dataScope, deptIds }) =>
          dataScope === 'all' ? [`${before(group)}tenant`] : (deptIds ?? []).map((id) => `${before(group)}dept:${id}`),
      }),
    ),
    ...[...new Set([...groups, ''])].map(own),
    { names: namesOf(keptBy('task')), scopes: (_, tasks) => tasks.map((id) => `task:${id}`) },
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
    const listed = names.filter((name) => actor.rights.has(`${name}.list`) && opens(actor.callPatterns, `${name}.list`))
    if (listed.length === 0) return []
    // How fields look needs no right: who holds rows may know how they are shown.
    const granted = names.filter((name) => name === fieldViewEntity || listed.includes(name))
    const suffix = granted.length === names.length ? '' : `~${granted.join('+')}`
    return scopes(actor, ids).map((scope) => {
      const isBlind = blind.has(scope)
      // Under a separate name, so that a phone that received the book drops it.
      return { name: `${scope}${suffix}${isBlind ? '~blind' : ''}`, scope, entities: granted, isBlind }
    })
  })
}
