import { purchaseQuote, quoting } from '#contract/entities/supply/quotes/purchase-quote.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoActs } from '#server/kit/demo-acts.ts'

/** What three suppliers offer for a ventilator: price, days of delivery, months of warranty. */
const offers = [
  ['249800.00', 45, 24],
  ['253000.00', 20, 36],
  ['258500.00', 30, 24],
] as const

/** Three quotes for the ventilators of the intensive care; the second is chosen for its delivery and warranty. */
export async function demoQuotes(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add, go, settle } = demoActs(tx, ground)
  const today = homeDay(new Date())
  const [plans, suppliers] = await Promise.all([
    tx.run({
      text: `select p.id, l.id as line from purchase_plan p join purchase_plan_line l on l.tenant_id = p.tenant_id and l.plan_id = p.id
        where p.tenant_id = $1 and p.plan_status = 'approved' and l.device_name = '有创呼吸机' limit 1`,
      values: [tx.tenantId],
    }),
    tx.run({ text: 'select id from supplier where tenant_id = $1 order by supplier_code limit $2', values: [tx.tenantId, offers.length] }),
  ])
  const { id: planId, line } = plans.rows[0]!
  const quotes: string[] = []
  for (const [index, [unitPrice, deliveryDays, warrantyMonths]] of offers.entries())
    quotes.push(
      await add('manager', purchaseQuote, {
        ...{ planId, supplierId: suppliers.rows[index]!.id, quotedOn: daysAfter(today, index - 6), validUntil: daysAfter(today, 60) },
        ...{ deliveryDays, warrantyMonths, lines: [{ planLineId: line, unitPrice }] },
      }),
    )
  await go('manager', quoting, 'choose', quotes[1]!, { chosenReason: '交货快 25 天，保修多 12 个月' })
  await settle()
}
