import { purchaseInvoice, purchaseInvoicing } from '#contract/entities/supply/invoices/purchase-invoice.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoActs } from '#server/kit/demo-acts.ts'

/** An invoice that settles the instalments of an order, and one that charges more than was ordered and waits for its approval. */
export async function demoInvoices(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add, go, settle } = demoActs(tx, ground)
  const today = homeDay(new Date())
  const order = async (contractNo: string) => {
    const { rows } = await tx.run({
      text: `select o.id, l.id as line, (select array_agg(n.id order by n.place) from purchase_instalment n where n.tenant_id = o.tenant_id and n.order_id = o.id) as instalments
        from purchase_order o join purchase_order_line l on l.tenant_id = o.tenant_id and l.order_id = o.id where o.tenant_id = $1 and o.contract_no = $2`,
      values: [tx.tenantId, contractNo],
    })
    return rows[0]!
  }
  const whole = await order('HT-2026-031')
  const approved = await add('manager', purchaseInvoice, {
    ...{ invoiceNo: '26420000000031', orderId: whole.id, invoiceDate: daysAfter(today, -1), amount: '92000.00', tax: '10584.07' },
    instalments: whole.instalments as string[],
  })
  await go('manager', purchaseInvoicing, 'match', approved)
  await go('admin', purchaseInvoicing, 'approve', approved)
  const dear = await order('HT-2026-036')
  const differing = await add('manager', purchaseInvoice, {
    ...{ invoiceNo: '26420000000036', orderId: dear.id, invoiceDate: today, amount: '46800.00', tax: '5384.07' },
    lines: [{ orderLineId: dear.line, quantity: 1, unitPrice: '46800.00' }],
  })
  await go('manager', purchaseInvoicing, 'matchDiffering', differing, { differenceReason: '加配血氧模块，待供应商补报价说明' })
  await settle()
}
