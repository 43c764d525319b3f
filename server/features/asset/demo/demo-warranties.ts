import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'

/** Lets the warranties of some newer cards end in the coming months, whenever the demo begins. */
export async function demoWarranties(tx: Transaction, _: DemoGround): Promise<void> {
  tx.later({
    text: `update device t set warranty_end = $2::date + (d.place * 11)::int
      from (select id, row_number() over (order by device_code desc) as place from device
        where tenant_id = $1 and filing_status = 'filed' and eam_status = 'in_use' order by device_code desc limit 24) d
      where t.tenant_id = $1 and t.id = d.id`,
    values: [tx.tenantId, homeDay(new Date())],
  })
}
