import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'

/**
 * SQL of the ids of the devices that a plan is about. Conditions on a class, department or place include what lies below; a rule without any
 * condition is about none. Plain conditions with empty parameters, so that the columns of the text are held against the migrations.
 */
export function devicesSql(plan: Row, tenant: string, into: Parameters): string {
  const isOne = plan.plan_subject === 'device'
  const ofRule = (column: string): unknown => (isOne ? null : (plan[column] ?? null))
  const given = [isOne ? plan.device_id : null, ...['classify_id', 'use_dept_id', 'location_id', 'important_classification'].map(ofRule)]
  const [one, classify, dept, place, important] = given.map((value) => into.add(value))
  const isAny = into.add(given.some((value) => value !== null))
  return `select m.id from device m where m.tenant_id = ${tenant} and not m.is_deleted and m.eam_status <> 'disposed' and ${isAny}::boolean
    and (${one}::uuid is null or m.id = ${one})
    and (${important}::text is null or m.important_classification = ${important})
    and (${classify}::uuid is null or m.classify_id in (select b.id from device_class a join device_class b on b.tenant_id = a.tenant_id
      and b.path >= a.path and b.path < a.path || chr(127) where a.tenant_id = ${tenant} and a.id = ${classify}))
    and (${dept}::uuid is null or m.use_dept_id in (select b.id from dept a join dept b on b.tenant_id = a.tenant_id
      and b.path >= a.path and b.path < a.path || chr(127) where a.tenant_id = ${tenant} and a.id = ${dept}))
    and (${place}::uuid is null or m.location_id in (select b.id from location a join location b on b.tenant_id = a.tenant_id
      and b.path >= a.path and b.path < a.path || chr(127) where a.tenant_id = ${tenant} and a.id = ${place}))`
}

/** How many devices a plan is about. */
export async function countDevices(tx: Transaction, plan: Row): Promise<number> {
  const into = new Parameters()
  const tenant = into.add(tx.tenantId)
  const { rows } = await tx.run({ text: `select count(*)::int as count from (${devicesSql(plan, tenant, into)}) x`, values: into.values })
  return Number(rows[0]!.count)
}
