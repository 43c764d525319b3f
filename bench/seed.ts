import pg from 'pg'
import { writeAs } from '#server/db/pool.ts'
import { fillRegister, settleRegister } from '#server/demo/demo-fill.ts'
import { makeDemoHospital } from '#server/demo/demo-hospital.ts'

export const password = 'bench2026'

/** People of every bench tenant. The keeper sees one department of fifteen with those below it, the head twenty that were chosen. */
const people = [
  { account: 'manager', name: '陈科长', role: 'equipment_manager', dept: 1 },
  { account: 'restricted', name: '王护士', role: 'keeper', dept: 1 },
  { account: 'twenty', name: '赵主任', role: 'head', dept: 1 },
] as const

/** Makes a hospital with 90 departments, 3,000 places, two people and this many cards; returns the seconds it took. */
export async function seedTenant(appUrl: string, tenantId: string, count: number): Promise<number> {
  const begun = performance.now()
  const pool = new pg.Pool({ connectionString: appUrl, max: 2 })
  await makeDemoHospital(pool, tenantId, `压测医院 ${tenantId}`, people, password)
  await writeAs(pool, tenantId, async (tx) => {
    tx.later({ text: `update role set reach = 'chosen' where tenant_id = $1 and role_alias = 'head'`, values: [tenantId] })
    tx.later({
      text: `insert into role_dept (tenant_id, role_id, dept_id) select $1, r.id, d.id from role r, dept d
        where r.tenant_id = $1 and r.role_alias = 'head' and d.tenant_id = $1 and d.sort <= 20`,
      values: [tenantId],
    })
  })
  await fillRegister(pool, tenantId, count)
  await pool.end()
  return (performance.now() - begun) / 1000
}

/** Statistics and indexes as the database keeps them by itself after a while. */
export async function settle(superUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superUrl })
  await client.connect()
  await settleRegister(client)
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  await client.end()
}
