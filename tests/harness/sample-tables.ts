import { withClient } from '#server/db/cluster/embedded.ts'
import { writeAs } from '#server/db/pool.ts'
import { createTable } from '#server/kit/table.ts'
import type { TestApp } from './app-for-test.ts'
import { home, other } from './hospitals.ts'
import { sampleLine, sampleOrder } from './sample-order.ts'

/** Gives a database the tables of the sample, and its roles the rights to it. */
export async function addSample(app: TestApp): Promise<void> {
  await withClient(app.database.ownerUrl, async (owner) => {
    for (const of of [sampleOrder, sampleLine]) await owner.query(createTable(of))
    const { rows } = await owner.query('select rolname from pg_roles where rolname like $1', ['wardkeeper_%'])
    for (const { rolname } of rows) await owner.query(`grant select, insert, update, delete on sample_order, sample_line to "${rolname}"`)
  })
  for (const { tenant } of [home, other])
    for (const right of ['sampleOrder.list', 'sampleOrder.submit', 'sampleOrder.remove', 'sampleOrder.export', 'sampleLine.list'])
      await writeAs(app.pool, tenant, (tx) =>
        tx.run({
          text: `insert into role_grant (tenant_id, role_id, right_code) select tenant_id, id, $2 from role where tenant_id = $1 and role_alias in ('administrator', 'keeper')`,
          values: [tenant, right],
        }),
      )
}
