import { warehouseEntering } from '#contract/entities/place/warehouse-entry.ts'
import { accepting, orderArrival } from '#contract/entities/supply/order-arrival.ts'
import { paying } from '#contract/entities/supply/purchase-instalment.ts'
import { purchaseOrder, purchaseOrdering } from '#contract/entities/supply/purchase-order.ts'
import { purchasePlan, purchasePlanning } from '#contract/entities/supply/purchase-plan.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoActs } from '#server/kit/demo-acts.ts'

const passed = {
  ...{ packing: 'ok', accessories: 'ok', powerOn: 'ok', functions: 'ok', documents: 'ok', training: 'ok' },
  ...{ deptSigner: '重症医学科护士长', engineerSigner: '设备科工程师', supplierSigner: '供应商安装工程师' },
}

/** Orders of the intensive care in each state, with arrivals, an acceptance, its warehouse entry and cards. */
export async function demoOrders(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add, go, settle } = demoActs(tx, ground)
  const today = homeDay(new Date())
  const deptId = ground.depts.get('重症医学科')
  const one = async (text: string, ...values: unknown[]): Promise<string> =>
    String((await tx.run({ text, values: [tx.tenantId, ...values] })).rows[0]!.id)
  const warehouseId = await one('select id from warehouse where tenant_id = $1 order by warehouse_code limit 1')
  // One that holds no licence which has ended.
  const supplierId = await one(
    `select s.id from supplier s where s.tenant_id = $1 and not s.is_deleted and coalesce(s.is_blacklisted, 0) = 0 and coalesce(s.is_inactive, 0) = 0
      order by s.supplier_code limit 1`,
  )
  const lines = [
    { deviceName: '输液泵', model: 'SP-500', maker: '江南医疗', quantity: 6, unit: '台', unitPrice: '11800.00' },
    { deviceName: '床旁监护仪', model: 'BM-8', maker: '江南医疗', quantity: 4, unit: '台', unitPrice: '46000.00' },
  ]
  const plan = await add('manager', purchasePlan, { planYear: Number(today.slice(0, 4)), deptId, reason: '病区床位扩增', lines })
  await go('manager', purchasePlanning, 'approve', plan)
  const pumps = (quantity: number) => ({ itemName: '输液泵', model: 'SP-500', manufacturer: '江南医疗', quantity, unitPrice: '11800.00' })
  const monitors = (quantity: number) => ({
    itemName: '床旁监护仪',
    model: 'BM-8',
    manufacturer: '江南医疗',
    quantity,
    unitPrice: '46000.00',
  })
  const order = (contractNo: string, of: readonly object[], more: object = {}): Promise<string> =>
    add('manager', purchaseOrder, {
      ...{ planId: plan, supplierId, warehouseId, contractNo, contractDate: daysAfter(today, -20), warrantyMonths: 24 },
      ...{ deliveryDue: daysAfter(today, 15), paymentTerms: '预付 30%，验收后付 65%，质保期满付 5%', lines: of },
      ...more,
    })
  const instalments = [
    { instalmentName: '预付款', dueOn: daysAfter(today, -10), share: 30 },
    { instalmentName: '验收款', dueOn: daysAfter(today, 6), share: 65 },
    { instalmentName: '质保金', dueOn: daysAfter(today, 730), share: 5 },
  ]
  const place = async (id: string): Promise<string> => {
    await go('manager', purchaseOrdering, 'place', id)
    return id
  }
  /** What an order waits for arrives, or as many pieces of its first line as there are serial numbers. */
  const arrive = async (id: string, serials: readonly string[]): Promise<string> => {
    const line = await one('select id from purchase_order_line where tenant_id = $1 and order_id = $2 order by place limit 1', id)
    const arrival = await add('manager', orderArrival, {
      ...{ orderId: id, receivedOn: daysAfter(today, -2), deliveryNote: `SH-${serials[0]}` },
      lines: [{ orderLineId: line, receivedQuantity: serials.length }],
    })
    await go('manager', accepting, 'scan', arrival, { serials: serials.join('\n') })
    await go('manager', accepting, 'receive', arrival)
    return arrival
  }
  const accept = (arrival: string): Promise<void> =>
    go('engineer', accepting, 'accept', arrival, { ...passed, acceptedOn: daysAfter(today, -1) })

  // Closed: all came, was accepted and entered; the rest is still to be paid.
  const closed = await place(await order('HT-2026-031', [monitors(2)], { instalments }))
  const first = await one('select id from purchase_instalment where tenant_id = $1 and order_id = $2 order by place limit 1', closed)
  await go('manager', paying, 'pay', first, { paidOn: daysAfter(today, -9), invoiceNo: '04417823' })
  const whole = await arrive(closed, ['BM8-2611-01', 'BM8-2611-02'])
  await accept(whole)
  const entry = await one('select id from warehouse_entry where tenant_id = $1 and arrival_id = $2', whole)
  await go('manager', warehouseEntering, 'handIn', entry)
  await go('admin', warehouseEntering, 'approve', entry)
  await go('manager', purchaseOrdering, 'close', closed)
  // Partly arrived: two pumps wait for their acceptance.
  await arrive(await place(await order('HT-2026-035', [pumps(4)], { instalments })), ['SP5-2611-01', 'SP5-2611-02'])
  // Arrived: accepted, its warehouse entry is a draft.
  const late = await place(await order('HT-2026-036', [monitors(1)], { deliveryDue: daysAfter(today, -3) }))
  await accept(await arrive(late, ['BM8-2612-01']))
  await place(await order('HT-2026-038', [pumps(1)], { instalments }))
  const gone = await place(await order('HT-2026-039', [monitors(1)]))
  await go('manager', purchaseOrdering, 'cancel', gone, { endReason: '供应商无法按期供货' })
  await order('HT-2026-040', [pumps(1)])
  await settle()
}
