import type { Call } from '#contract/kit/entity/call.ts'
import { type Entity, rightOf } from '#contract/kit/entity/entity.ts'
import { calls, entities } from '#contract/registry.ts'
import { rights } from '#contract/rights.ts'
import { mayCall, mayList } from '#server/kit/access/access.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import { scopeEntityOf } from '#server/kit/access/scope-of-roles.ts'

/** A change as the database tells it. `keys`: departments and people its rows belong to; undefined where they are many or not known. */
export interface Change {
  readonly tenantId: string
  readonly entity: string
  readonly keys: ReadonlySet<string> | undefined
}

export type News =
  | ({ readonly is: 'change' } & Change)
  | { readonly is: 'session'; readonly tenantId: string; readonly sessionId: string }
  | { readonly is: 'epoch'; readonly tenantId: string }
  | { readonly is: 'ping'; readonly token: string }

/** Reads a payload of `live_change` and its like; undefined for what this version does not know. */
export function readNews(payload: string): News | undefined {
  const [is, first = '', second = '', keys = ''] = payload.split(' ')
  if (is === 'change' && second)
    return { is, tenantId: first, entity: second, keys: keys === '*' ? undefined : new Set(keys.split(',').filter(Boolean)) }
  if (is === 'session' && second) return { is, tenantId: first, sessionId: second }
  if (is === 'epoch' && first) return { is, tenantId: first }
  return is === 'ping' ? { is, token: first } : undefined
}

/** The entities whose list shows the rows of one: itself, or the headers of lines without a list of their own. */
function listedAs(of: Entity): readonly Entity[] {
  if (rights.has(rightOf(of, 'list'))) return [of]
  return entities.filter(({ lines }) => lines?.some((line) => line.entity === of.name))
}

/** The calls that show what an entity holds to people who may not list it, such as the figures of a screen on a wall. */
const shownBy = (of: Entity): readonly Call[] => calls.filter(({ tells, reads }) => tells && reads?.includes(of.name))

const known = new Map(entities.map((of) => [of.name, { of, lists: listedAs(of), calls: shownBy(of) }]))

/** Whether rows with these keys may be within the person's scope. Rules with conditions, and rows that are seen through others, are not looked up: they may. */
function mayConcern(actor: Actor, of: Entity, keys: ReadonlySet<string> | undefined): boolean {
  const { scope } = of
  if (!scope || !keys || scope.members || scope.seenWith || scope.roles || scopeEntityOf(of) !== of) return true
  if (scope.own) return keys.has(actor.userId)
  const { isAll, custom, deptIds } = actor.scopeOf(of)
  return isAll || custom.length > 0 || keys.has(actor.userId) || (scope.dept !== undefined && deptIds?.some((id) => keys.has(id)) === true)
}

/** Whether a person learns that an entity changed: by the right to list it or to a call that tells of it, and by data scope where the keys of the rows tell. */
export function isNotified(actor: Actor, { tenantId, entity, keys }: Change): boolean {
  const found = known.get(entity)
  if (!found || tenantId !== actor.tenantId || !mayConcern(actor, found.of, keys)) return false
  return found.lists.some((of) => mayList(actor, of)) || found.calls.some(({ may, name }) => mayCall(actor, may, name))
}

/** A text that is another one when a person may list other entities or rows. */
export function reachOf(actor: Actor): string {
  const roles = actor.roles.map((one) => [
    one.id,
    one.kind,
    one.deptIds,
    [...one.rules],
    one.conditions,
    [...one.rights].sort(),
    one.patterns,
  ])
  return JSON.stringify([[...actor.rights].sort(), roles, actor.deptId])
}
