import { fieldViewEntity } from '#contract/kit/fields/field-view.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { entities, entityNamed } from '#contract/registry.ts'
import type { Query, Rows } from '#server/db/query.ts'
import { mayCall } from '#server/kit/access/access.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import { blindTasks } from '#server/kit/access/blind-tasks.ts'
import { type Family, familiesOf, type TaskKind, taskRoots, tasksOf, teamKinds, teamOf } from './scope-families.ts'

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

const families = familiesOf(entities, [fieldViewEntity])

const teamNames: ReadonlySet<string> = new Set(teamKinds(entities).map(({ of }) => of.name))
/** The entities whose rows wait for teams. */
const ofTeams = entities.filter((of) => of.offline && teamOf(of)).map(({ name }) => name)

const kindsOf = (): TaskKind[] =>
  taskRoots(entities).flatMap((of): TaskKind[] => {
    const members = of.scope?.members
    const blind = blindTasks.find(({ task }) => task.name === of.name)
    return members ? [{ of, member: entityNamed(members.entity), blind: blind ? `k.${snake(blind.field)} = '${blind.is}'` : 'false' }] : []
  })

/** The tasks that are open and have the person as a member, of every kind, and the teams of the person. */
export const tasksQuery = (actor: Actor): Query => tasksOf(actor, kindsOf(), teamKinds(entities))

/** The scopes that a person may hold now, with the entities of each that they may list. `tasks`: the rows of `tasksQuery`. */
export function scopesOf(actor: Actor, tasks: Rows, of: readonly Family[] = families): Scope[] {
  const ids = new Map<string, string[]>()
  for (const { task, id } of tasks.rows) ids.set(String(task), [...(ids.get(String(task)) ?? []), String(id)])
  const mayList = (name: string): boolean => mayCall(actor, `${name}.list`, `${name}.list`)
  const blind = new Set(tasks.rows.flatMap((row) => (row.is_blind ? [`task:${row.id}`] : [])))
  return of.flatMap(({ names, scopes }) => {
    // Which teams a person is in is known to who may see what waits for teams: a phone asks it before it offers that.
    const listed = names.filter((name) => mayList(name) || (teamNames.has(name) && ofTeams.some(mayList)))
    if (listed.length === 0) return []
    // How fields look needs no right: who holds rows may know how they are shown.
    const granted = names.filter((name) => name === fieldViewEntity || listed.includes(name))
    return scopes(actor, ids).flatMap(({ scope, names: held, rule, isOwn = false }) => {
      const found = held.filter((name) => granted.includes(name))
      if (found.length === 0) return []
      const isBlind = blind.has(scope)
      // Under a separate name, so that a phone that received the book, or rows by another rule, drops them.
      const suffix = `${found.length === names.length ? '' : `~${found.join('+')}`}${rule ? `~by-${rule}` : ''}${isBlind ? '~blind' : ''}`
      return [{ name: `${scope}${suffix}`, scope, entities: found, isOwn, isBlind }]
    })
  })
}
