import { createHash } from 'node:crypto'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { entityNamed } from '#contract/registry.ts'
import { Parameters, type Query } from '#server/db/query.ts'
import { deptsOnly, seesAll } from '#server/kit/access/access.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import type { RowScope } from '#server/kit/access/scope-of-roles.ts'
import { tableName } from '#server/kit/table.ts'

/** The open tasks and the teams of a person, by the entity whose rows they are. */
export type TasksOf = ReadonlyMap<string, readonly string[]>

/** A scope of the feed that some entities of a family are held by. */
export interface Held {
  readonly scope: string
  readonly names: readonly string[]
  /** Names what a rule leaves of the scope, where it is not all of it. */
  readonly rule?: string
  readonly isOwn?: boolean
}

/** The entities whose rows share scopes. */
export interface Family {
  readonly names: readonly string[]
  scopes(actor: Actor, tasks: TasksOf): readonly Held[]
}

const holderOf = (of: Entity): Entity => {
  const scope = of.offline?.scope
  const link = scope?.by === 'parent' ? of.fields[scope.field] : undefined
  return link?.kind === 'link' ? holderOf(entityNamed(link.to)) : of
}

const speaks = ({ isOwn, custom }: RowScope): boolean => isOwn || custom.length > 0

const isPartlyHeld = (of: Entity, actor: Actor): boolean =>
  of.offline?.scope.by === 'dept' && !seesAll(of, actor) && deptsOnly(of, actor) === undefined && speaks(actor.scopeOf(of))

/** Whether the feed of a scope holds more than the person sees, so that its rows are asked for with the condition of the data scope. */
export const isPartly = (of: Entity, actor: Actor): boolean => isPartlyHeld(holderOf(of), actor)

/**
 * The scopes that hold rows for a person, as those of `by` are held. A rule that departments do not tell is a part of the scope of all, which a changed rule
 * loads again.
 */
function byDepartment(names: readonly string[], by: Entity, before: string, actor: Actor, teams: readonly string[]): Held[] {
  if (seesAll(by, actor)) return [{ scope: `${before}tenant`, names }]
  const { isOwn, custom, deptIds } = actor.scopeOf(by)
  if (!isPartlyHeld(by, actor)) return (deptIds ?? []).map((id) => ({ scope: `${before}dept:${id}`, names }))
  const rule = createHash('sha256')
    .update(JSON.stringify([isOwn, deptIds, custom, actor.userId, actor.deptId, ...teams]))
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

/** The entities of a list by what holds them on phones: lines stand with the row above them, rows of a task with the task. */
function heldBy(entities: readonly Entity[]) {
  const kept = entities.filter((of) => of.offline)
  const named = new Map(kept.map((of) => [of.name, of]))
  const linked = (of: Entity, name: string): Entity | undefined => {
    const field = of.fields[name]
    return field?.kind === 'link' ? named.get(field.to) : undefined
  }
  /** The row above, for lines; else the entity itself. */
  const holder = (of: Entity): Entity => {
    const scope = of.offline!.scope
    const above = scope.by === 'parent' ? linked(of, scope.field) : undefined
    return above ? holder(above) : of
  }
  /** The task that a row belongs to. */
  const taskOf = (of: Entity): Entity | undefined => {
    const scope = of.offline!.scope
    if (scope.by !== 'task') return undefined
    return scope.field === 'id' ? of : linked(of, scope.field)
  }
  return { kept, holder, taskOf }
}

/** The entities whose rows are tasks that members hold: each a root of scopes. */
export const taskRoots = (entities: readonly Entity[]): Entity[] =>
  entities.filter(({ offline }) => offline?.scope.by === 'task' && offline.scope.field === 'id')

/** The entity of the teams whose members see rows of an entity, and the field with the members. */
export function teamOf(of: Entity): { readonly name: string; readonly members: string } | undefined {
  const team = of.scope?.team
  const link = team && of.fields[team.by]
  return team && link?.kind === 'link' ? { name: link.to, members: team.members } : undefined
}

/** The families of scopes, in the order in which a pull reads them. `forAll`: names of feeds without an entity that everybody holds. */
export function familiesOf(entities: readonly Entity[], forAll: readonly string[] = []): Family[] {
  const { kept, holder, taskOf } = heldBy(entities)
  const held = kept.map((of) => ({ of, by: holder(of) }))
  const scopeOf = (of: Entity) => of.offline!.scope
  const names = (is: (by: Entity, of: Entity) => boolean): string[] => held.filter(({ of, by }) => is(by, of)).map(({ of }) => of.name)
  /** The group of an entity; of lines without their own, that of the row above them. */
  const groupOf = (of: Entity, by: Entity): string | undefined => {
    const [own, above] = [scopeOf(of), scopeOf(by)]
    if (above.by !== 'dept') return undefined
    return (own.by === 'parent' ? own.group : undefined) ?? above.group ?? ''
  }
  const groups = [...new Set(held.flatMap(({ of, by }) => groupOf(of, by) ?? []))]
  const before = (group: string): string => (group ? `${group}:` : '')
  const isPersonal = (by: Entity, of: Entity, group: string): boolean => {
    const scope = scopeOf(by)
    if (scope.by === 'dept') return groupOf(of, by) === group && scope.persons !== undefined
    if (scope.by === 'people') return (scope.group ?? '') === group
    return group === '' && scope.by === 'person'
  }
  const groupOfAll = (by: Entity): string | undefined => {
    const scope = scopeOf(by)
    return scope.by === 'all' ? (scope.group ?? '') : undefined
  }
  const groupsOfAll = [...new Set(held.flatMap(({ by }) => groupOfAll(by) || []))]
  const ofPeople = kept.flatMap((of) => {
    const scope = scopeOf(of)
    return scope.by === 'people' && scope.group ? [scope.group] : []
  })
  const teamIds = (by: Entity, tasks: TasksOf): readonly string[] => tasks.get(teamOf(by)?.name ?? '') ?? []
  const always = (found: readonly string[], scope: (actor: Actor) => string): Family => ({
    names: found,
    scopes: (actor) => [{ scope: scope(actor), names: found }],
  })
  const families: Family[] = [
    always([...names((by) => groupOfAll(by) === ''), ...forAll], () => 'base'),
    ...groupsOfAll.map((group) =>
      always(
        names((by) => groupOfAll(by) === group),
        () => `${group}:tenant`,
      ),
    ),
    ...groups.map(
      (group): Family => ({
        names: names((by, of) => groupOf(of, by) === group),
        scopes: (actor, tasks) =>
          together(
            held.flatMap(({ of, by }) =>
              groupOf(of, by) === group ? byDepartment([of.name], by, before(group), actor, teamIds(by, tasks)) : [],
            ),
          ),
      }),
    ),
    ...[...new Set([...groups, '', ...ofPeople])].map((group) =>
      always(
        names((by, of) => isPersonal(by, of, group)),
        ({ userId }) => `${before(group)}user:${userId}`,
      ),
    ),
    ...groups.map((group): Family => {
      const ofTeams = held.filter(({ of, by }) => groupOf(of, by) === group && teamOf(by) !== undefined)
      const found = ofTeams.map(({ of }) => of.name)
      const ids = (tasks: TasksOf): string[] => [...new Set(ofTeams.flatMap(({ by }) => teamIds(by, tasks)))]
      return { names: found, scopes: (_, tasks) => ids(tasks).map((id) => ({ scope: `${before(group)}team:${id}`, names: found })) }
    }),
    ...taskRoots(kept).map((root): Family => {
      const ofTask = names((by) => taskOf(by)?.name === root.name)
      return { names: ofTask, scopes: (_, tasks) => (tasks.get(root.name) ?? []).map((id) => ({ scope: `task:${id}`, names: ofTask })) }
    }),
  ]
  return families.filter((family) => family.names.length > 0)
}

/** One kind of task: its entity, and who its members are. */
export interface TaskKind {
  readonly of: Entity
  readonly member: Entity
  /** SQL over the alias `k` that is true for a task whose members do not know the book. */
  readonly blind: string
}

/** The entities of teams whose members hold rows, and the fields with the members. */
export const teamKinds = (entities: readonly Entity[]): { readonly of: Entity; readonly members: string }[] => [
  ...new Map(
    entities.flatMap((one) => {
      const team = one.offline ? teamOf(one) : undefined
      return team ? [[team.name, { of: entityNamed(team.name), members: team.members }] as const] : []
    }),
  ).values(),
]

/** The open tasks of all kinds, and the teams, that have the person as a member: `task`, `id`, `is_blind`. */
export function tasksOf(
  actor: Pick<Actor, 'tenantId' | 'userId'>,
  kinds: readonly TaskKind[],
  teams: ReturnType<typeof teamKinds> = [],
): Query {
  if (kinds.length + teams.length === 0) return { text: `select null::text as task, null::uuid as id, false as is_blind where false` }
  const into = new Parameters()
  const [tenant, user] = [into.add(actor.tenantId), into.add(actor.userId)]
  const rowsOf = (of: Entity, blind: string, isHeld: string): string =>
    `select '${of.name}' as task, k.id, ${blind} as is_blind from ${tableName(of)} k where k.tenant_id = ${tenant}${of.softDelete ? ' and not k.is_deleted' : ''}${isHeld}`
  const parts = kinds.map(({ of, member, blind }) => {
    const open = Object.entries(of.offline!.states ?? {}).map(
      ([field, states]) => ` and k.${snake(field)} = any(${into.add(states)}::text[])`,
    )
    const isMember = `exists (select 1 from ${tableName(member)} m where m.tenant_id = k.tenant_id and m.${snake(of.scope!.members!.by)}_id = k.id and m.user_id = ${user})`
    return rowsOf(of, blind, `${open.join('')} and ${isMember}`)
  })
  for (const { of, members } of teams) parts.push(rowsOf(of, 'false', ` and ${user}::uuid = any(k.${snake(members)})`))
  return { text: `${parts.join(' union all ')} order by 1, 2`, values: into.values }
}
