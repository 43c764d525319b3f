import type { ProcessRule } from '#contract/kit/entity/process-rule.ts'
import { inTenant } from '#server/db/in-tenant.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '../context.ts'
import type { Actor } from './actor.ts'
import { asSystem } from './as-system.ts'

const guests = new WeakSet<Actor>()

/** The person of another tenant: named with their organisation, without rights or data scope there. */
function guestOf(actor: Actor, tenantId: string): Actor {
  const guest: Actor = { ...actor, ...none(actor), tenantId, realName: guests.has(actor) ? actor.realName : named(actor) }
  guests.add(guest)
  return guest
}

/** Whether it is the person of another tenant: no row of this tenant may link to them. */
export const isGuest = (actor: Actor): boolean => guests.has(actor)

const named = ({ realName, tenantName }: Actor): string => (realName === '' ? '' : `${realName}（${tenantName}）`)

const none = ({ general }: Actor): Partial<Actor> => ({
  roles: [],
  deptId: null,
  deptName: null,
  rights: new Set(),
  granted: new Set(),
  callPatterns: [],
  scopeOf: () => ({ ...general, isAll: false, isOwn: false, deptIds: [], custom: [] }),
  duties: [],
})

/**
 * The one way in which a request of one tenant writes rows of another: in the same transaction, under the row level security of the other tenant, as a
 * system write under a declared rule. The rule is: the caller first locks the row of its own tenant that names the other one, and writes there only the row
 * with the same id and what that row names. Work gets a person without rights there, so only `lockByRule`, `apply`, `record` and `notify` reach anything.
 */
export function acrossTenants<T>(
  context: Context,
  tx: Transaction,
  { tenantId, rule }: { readonly tenantId: string; readonly rule: ProcessRule },
  work: (there: Context, inside: Transaction) => Promise<T>,
): Promise<T> {
  const there = asSystem({ ...context, input: {}, actor: guestOf(context.actor, tenantId) }, rule)
  return inTenant(tx, tenantId, (inside) => work(there, inside))
}
