import { contracting } from '#contract/entities/service/contracts/contract-flow.ts'
import { invoicing } from '#contract/entities/service/contracts/invoice-flow.ts'
import { serviceContract } from '#contract/entities/service/contracts/service-contract.ts'
import { serviceInvoice } from '#contract/entities/service/contracts/service-invoice.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import { demoProvider } from '#server/demo/demo.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoActs } from '#server/kit/demo-acts.ts'

/** What the contracts cover, by common name. */
const imaging = ['CT', 'DR', '彩超']
const bedside = ['多参数监护仪', '容量输液泵', '微量注射泵']
const sterilizing = ['脉动真空灭菌器']

/** Three contracts: one in force that ends in 40 days, one that has just begun, and a draft; and two invoices. */
export async function demoContracts(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add, go, settle } = demoActs(tx, ground)
  const today = homeDay(new Date())
  const { rows: found } = await tx.run({
    text: 'select id from supplier where tenant_id = $1 and provider_tenant = $2 and not is_deleted limit 1',
    values: [tx.tenantId, demoProvider.tenant],
  })
  const supplierId = String(found[0]!.id)
  // Those that are under repair come first, so that their contracts have something to show.
  const { rows: cards } = await tx.run({
    text: `select d.id, d.common_name from device d where d.tenant_id = $1 and not d.is_deleted and d.eam_status in ('in_use', 'repairing') and d.filing_status = 'filed'
        and d.ownership = 'owned' and d.common_name = any($2)
      order by d.eam_status desc, d.original_value desc, d.id`,
    values: [tx.tenantId, [...imaging, ...bedside, ...sterilizing]],
  })
  const devices = (kinds: readonly string[], most: number) =>
    cards
      .filter(({ common_name }) => kinds.includes(String(common_name)))
      .slice(0, most)
      .map(({ id }) => ({ deviceId: String(id) }))
  const contract = (name: string, kind: string, from: string, until: string, price: string, more: object): Promise<string> =>
    add('manager', serviceContract, {
      ...{ contractName: name, supplierId, contractKind: kind, validFrom: from, validUntil: until, price },
      ...{ contact: '高工', contactPhone: '021-55550000', paymentTerms: '生效后付 50%，期满付 50%' },
      ...more,
    })
  const halves = (from: string, until: string) => [
    { instalmentName: '首付款', dueOn: daysAfter(from, 30), share: 50 },
    { instalmentName: '尾款', dueOn: until, share: 50 },
  ]
  const [ends, began] = [daysAfter(today, 40), daysAfter(today, -20)]
  const [start, next] = [daysAfter(ends, -364), daysAfter(began, 729)]
  const first = await contract('影像设备全保服务', 'full', start, ends, '268000.00', {
    ...{ responseHours: 4, arrivalHours: 24, uptimePromise: 95, visitsAYear: 4 },
    ...{ devices: devices(imaging, 8), instalments: halves(start, ends) },
  })
  await go('manager', contracting, 'activate', first)
  const second = await contract('监护及输注设备人工保', 'labour', began, next, '96000.00', {
    ...{ responseHours: 8, arrivalHours: 48, visitsAYear: 2, devices: devices(bedside, 12), instalments: halves(began, next) },
  })
  await go('manager', contracting, 'activate', second)
  const visits = { devices: devices(sterilizing, 4) }
  await contract('消毒设备按次服务', 'visits', daysAfter(today, 10), daysAfter(today, 374), '30000.00', visits)
  await demoInvoices(tx, ground, supplierId, first)
  await settle()
}

/** Two invoices: an approved one of the first instalment, and one of a repair that waits for approval with a difference. */
async function demoInvoices(tx: Transaction, ground: DemoGround, supplierId: string, contractId: string): Promise<void> {
  const { add, go } = demoActs(tx, ground)
  const today = homeDay(new Date())
  const { rows: open } = await tx.run({
    text: `select id, amount from contract_instalment where tenant_id = $1 and contract_id = $2 and pay_state = 'open' order by place limit 1`,
    values: [tx.tenantId, contractId],
  })
  const { id: instalmentId, amount } = open[0]!
  const invoice = await add('engineer', serviceInvoice, {
    ...{ invoiceNo: '31270045', supplierId, invoiceDate: daysAfter(today, -12), amount, tax: '7584.91' },
    lines: [{ instalmentId, amount }],
  })
  await go('engineer', invoicing, 'match', invoice)
  await go('manager', invoicing, 'approve', invoice)
  const { rows: charged } = await tx.run({
    text: `select id, outside_cost::text as cost from repair_order where tenant_id = $1 and not is_deleted and repair_status in ('finished', 'done') and outside_cost > 0
      and (provider_id is null or provider_id = $2) order by finished_at desc, id limit 1`,
    values: [tx.tenantId, supplierId],
  })
  const [repair] = charged
  if (!repair) return
  const more = decimalText(cents(repair.cost) + 8000n, 2)
  const second = await add('engineer', serviceInvoice, {
    ...{ invoiceNo: '31270052', supplierId, invoiceDate: daysAfter(today, -3), amount: more },
    lines: [{ repairOrderId: String(repair.id), amount: more, moreReason: '夜间加急上门费' }],
  })
  await go('engineer', invoicing, 'matchDiffering', second, { differenceReason: '夜间加急上门费 80 元' })
}
