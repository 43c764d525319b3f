import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { Parameters } from '#server/db/query.ts'

/** SQL of the ids of a node of a tree and of all nodes below it. */
const below = (table: string, tenant: string, id: string): string =>
  `select b.id from ${table} a join ${table} b on b.tenant_id = a.tenant_id and b.path >= a.path and b.path < a.path || chr(127) where a.tenant_id = ${tenant} and a.id = ${id}`

/** SQL over `device d`: whether a plan is about it. Conditions on a class, department or place include what lies below. */
export function matchesSql(plan: Row, tenant: string, into: Parameters): string {
  if (plan.plan_subject === 'device') return `d.id = ${into.add(plan.device_id)}`
  const parts: string[] = []
  for (const [column, table] of [
    ['classify_id', 'device_class'],
    ['use_dept_id', 'dept'],
    ['location_id', 'location'],
  ] as const)
    if (plan[column]) parts.push(`d.${column} in (${below(table, tenant, into.add(plan[column]))})`)
  if (plan.important_classification) parts.push(`d.important_classification = ${into.add(plan.important_classification)}`)
  return parts.length === 0 ? 'false' : `(${parts.join(' and ')})`
}

/** SQL over `device d`: devices that maintenance is for at all. Sealed ones wait, and a device that a stop keeps idle is maintained. */
export const isWorkable = `d.eam_status not in ('missing', 'disposed') and (d.eam_status <> 'idle' or d.stop_kinds is not null and cardinality(d.stop_kinds) > 0)`

/** How many devices a plan is about. */
export async function countDevices(tx: Transaction, plan: Row): Promise<number> {
  const into = new Parameters()
  const tenant = into.add(tx.tenantId)
  const { rows } = await tx.run({
    text: `select count(*)::int as count from device d where d.tenant_id = ${tenant} and not d.is_deleted and d.eam_status <> 'disposed' and ${matchesSql(plan, tenant, into)}`,
    values: into.values,
  })
  return Number(rows[0]!.count)
}
