import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { arrivals, budgets, entries, instalments, invoices, orders, plans, purchaseLab } from '#tests/harness/purchase-lab.ts'

let app: TestApp
let [admin, manager] = [] as unknown as [Client, Client]
let lab: ReturnType<typeof purchaseLab>
let [warehouse, supplierId] = ['', '']
let made = 0

beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  manager = await app.as('equipment_manager')
  lab = purchaseLab(admin)
  warehouse = await lab.warehouse()
  supplierId = await lab.supplier('对账公司')
})
afterAll(() => app.stop())

/** Numbers from a seed, so that a failure can be repeated. */
const random = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}
const budgetOf = async (amount: string): Promise<string> => {
  const id = await lab.saved(budgets, { budgetYear: 2027, deptId: home.depts.medicine, amount })
  await lab.done(budgets, 'approve', id)
  return id
}
const lines = (quantity: number, unitPrice: string) => [{ deviceName: '监护仪', model: 'M8', quantity, unitPrice }]
const draftPlan = (budgetId: string, quantity: number, unitPrice: string): Promise<string> =>
  lab.saved(plans, { planYear: 2027, deptId: home.depts.medicine, budgetId, lines: lines(quantity, unitPrice) })

/**
 * Sums that do not hold, of one budget: each query answers the rows that break it. Amounts are exact decimals, so a cent is seen.
 */
const wrong: Readonly<Record<string, string>> = {
  'a budget is what is reserved, spent and left, and none of it is negative': `select b.id from purchase_budget b where b.id = $1
    and (b.amount <> b.reserved_total + b.spent_total + b.remaining or least(b.reserved_total, b.spent_total, b.remaining) < 0)`,
  'a budget has reserved and spent what its plans have': `select b.id from purchase_budget b where b.id = $1 and (b.reserved_total, b.spent_total) <>
    (select coalesce(sum(p.reserved_total), 0), coalesce(sum(p.spent_total), 0) from purchase_plan p where p.budget_id = b.id and not p.is_deleted)`,
  'a plan has spent what its entries brought': `select p.id from purchase_plan p where p.budget_id = $1 and coalesce(p.spent_total, 0) <>
    (select coalesce(sum(l.quantity * l.unit_price), 0) from warehouse_entry e join warehouse_entry_line l on l.tenant_id = e.tenant_id and l.entry_id = e.id
      where e.plan_id = p.id and e.entry_status = 'done' and not e.is_deleted)`,
  'the cards of an entry are worth what it cost': `select e.id from warehouse_entry e join purchase_plan p on p.id = e.plan_id where p.budget_id = $1 and e.entry_status = 'done'
    and not e.is_deleted and (e.amount_total, e.amount_total) <>
    (select coalesce(sum(d.original_value), 0), coalesce(sum(g.unit_price), 0) from purchase_origin g join device d on d.tenant_id = g.tenant_id and d.id = g.device_id
      where g.tenant_id = e.tenant_id and g.entry_id = e.id and not d.is_deleted)`,
  'an order is the sum of its lines, and its instalments are no more': `select o.id from purchase_order o join purchase_plan p on p.id = o.plan_id where p.budget_id = $1 and
    (o.amount_total <> (select sum(l.quantity * l.unit_price) from purchase_order_line l where l.order_id = o.id)
      or coalesce(o.instalment_total, 0) > o.amount_total
      or coalesce(o.instalment_total, 0) <> (select coalesce(sum(n.amount), 0) from purchase_instalment n where n.order_id = o.id and (n.pay_state <> 'dropped' or o.order_status = 'cancelled')))`,
  'an order received what its arrivals brought': `select o.id from purchase_order o join purchase_plan p on p.id = o.plan_id where p.budget_id = $1 and coalesce(o.received_total, 0) <>
    (select coalesce(sum(l.received_quantity), 0) from order_arrival a join order_arrival_line l on l.arrival_id = a.id
      where a.order_id = o.id and not a.is_deleted and a.arrival_state in ('received', 'accepted'))`,
  'no more is ordered than was planned': `select p.id from purchase_plan p where p.budget_id = $1 and p.plan_status = 'approved' and
    (select coalesce(sum(l.quantity - coalesce(l.cancelled_quantity, 0)), 0) from purchase_order o join purchase_order_line l on l.order_id = o.id
      where o.plan_id = p.id and not o.is_deleted and o.order_status not in ('draft', 'cancelled'))
    > (select sum(quantity) from purchase_plan_line l where l.plan_id = p.id)`,
  'no piece is invoiced twice': `select l.id from purchase_order_line l join purchase_order o on o.id = l.order_id join purchase_plan p on p.id = o.plan_id where p.budget_id = $1
    and l.quantity < (select coalesce(sum(x.quantity), 0) from purchase_invoice_line x join purchase_invoice i on i.id = x.invoice_id and not i.is_deleted where x.order_line_id = l.id)`,
  'an invoice is its lines, its tax and net amounts, and what is paid with it': `select i.id from purchase_invoice i join purchase_order o on o.id = i.order_id join purchase_plan p on p.id = o.plan_id
    where p.budget_id = $1 and not i.is_deleted and i.invoice_state <> 'draft' and (i.amount, i.amount, i.amount - i.difference, coalesce(i.tax, 0), i.amount) <>
    (select sum(x.quantity * x.unit_price), sum(x.net_amount + x.tax), i.agreed_total, sum(x.tax), i.settled_total + i.direct_total from purchase_invoice_line x where x.invoice_id = i.id)`,
  'no more is paid of an order than it costs and its invoices may differ': `select o.id from purchase_order o join purchase_plan p on p.id = o.plan_id where p.budget_id = $1 and o.amount_total <
    (select coalesce(sum(n.amount), 0) from purchase_instalment n where n.order_id = o.id and n.pay_state = 'paid')
    + (select coalesce(sum(i.direct_total - greatest(i.price_difference, 0)), 0) from purchase_invoice i where i.order_id = o.id and i.invoice_state = 'paid' and not i.is_deleted)`,
}
const broken = async (budget: string): Promise<string[]> => {
  const found = await Promise.all(
    Object.entries(wrong).map(async ([says, text]) => ((await app.sql(text, [budget])).length > 0 ? [says] : [])),
  )
  return found.flat()
}

const parts = [
  { instalmentName: '首付', dueOn: '2027-01-01', share: 33.33 },
  { instalmentName: '尾款', dueOn: '2027-02-01', share: 66.67 },
]

// A seed of its own for each run, too: the name of the test prints it.
test.each([11, 12, Date.now() % 100_000])('money adds up after every act, by random acts with seed %i', async (seed) => {
  const next = random(seed)
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(next() * all.length)]
  const budget = await budgetOf('3000.00')
  const first = await draftPlan(budget, 9, '99.99')
  await lab.done(plans, 'approve', first)
  const [none, all] = [await broken(budget), { taken: 0, refused: 0 }]
  expect(none).toEqual([])
  const act = async (answer: Promise<{ readonly status: number }>): Promise<void> => {
    const { status } = await answer
    expect([200, 400, 409]).toContain(status)
    all[status === 200 ? 'taken' : 'refused']++
  }
  const acts: Readonly<Record<string, (order: Row | undefined) => Promise<void>>> = {
    async plan() {
      const id = await draftPlan(budget, 1 + Math.floor(next() * 9), '99.99')
      await act(lab.go(plans, 'approve', id))
    },
    async order() {
      const plan = pick(await lab.list(plans, { budgetId: budget, planStatus: 'approved', size: '100' }))
      if (!plan) return
      const line = { itemName: '监护仪', quantity: 1 + Math.floor(next() * 3), unitPrice: next() < 0.5 ? '99.99' : '95.01' }
      const draft = { planId: plan.id, supplierId, warehouseId: warehouse, lines: [line], ...(next() < 0.5 && { instalments: parts }) }
      await act(lab.go(orders, 'place', await lab.saved(orders, draft)))
    },
    async arrive(order) {
      if (!order) return
      await act(lab.go(orders, 'arrive', order.id, { receivedOn: lab.today }))
      for (const { id } of await lab.list(arrivals, { orderId: order.id, arrivalState: 'draft' }))
        await act(lab.go(arrivals, 'receive', id))
    },
    async accept(order) {
      const arrival = order && pick(await lab.list(arrivals, { orderId: order.id }))
      if (!arrival) return
      if (arrival.arrivalState === 'received') await lab.accepted(arrival.id)
      else await act(lab.go(arrivals, next() < 0.5 ? 'enter-again' : 'withdraw', arrival.id, { reason: '错收' }))
    },
    async enter() {
      const plan = pick(await lab.list(plans, { budgetId: budget, size: '100' }))
      const entry = plan && pick(await lab.list(entries, { planId: plan.id, size: '100' }))
      if (!entry) return
      await act(lab.go(entries, 'hand-in', entry.id))
      await act(lab.go(entries, next() < 0.85 ? 'approve' : 'cancel', entry.id, {}, manager))
    },
    async invoice(order) {
      if (!order) return
      const [line] = (await lab.one(orders, order.id)).lines
      const quantity = 1 + Math.floor(next() * 3)
      const unitPrice = next() < 0.7 ? String(line!.unitPrice) : '96.66'
      const amount = ((quantity * Math.round(Number(unitPrice) * 100)) / 100).toFixed(2)
      const open = await lab.list(instalments, { orderId: order.id })
      const charged = {
        ...{ invoiceNo: `DZ-${seed}-${++made}`, orderId: order.id, invoiceDate: lab.today, amount, tax: next() < 0.5 ? '7.77' : undefined },
        ...{ lines: [{ orderLineId: line!.id, quantity, unitPrice }], instalments: next() < 0.7 ? open.map(({ id }) => id) : [] },
      }
      await act(admin.post(`${invoices}/submit`, charged))
    },
    async settle(order) {
      const invoice = order && pick(await lab.list(invoices, { orderId: order.id, size: '100' }))
      if (!invoice) return
      const steps: Readonly<Record<string, readonly string[]>> = {
        draft: ['match', 'match-differing', 'match'],
        ...{ matched: ['approve', 'approve', 'send-back'], differs: ['approve', 'send-back'] },
        ...{ approved: ['pay', 'pay', 'send-back'], paid: ['take-back'] },
      }
      const step = pick(steps[String(invoice.invoiceState)]!)!
      const input = { differenceReason: '差', sentBackReason: '退', reason: '退', paidOn: lab.today }
      await act(lab.go(invoices, step, invoice.id, input, step === 'approve' ? manager : admin))
    },
    async instalment(order) {
      const one = order && pick(await lab.list(instalments, { orderId: order.id }))
      if (!one) return
      const step = pick(['pay', 'take-back', 'change', 'cancel'])!
      await act(lab.go(instalments, step, one.id, { paidOn: lab.today, reason: '改', dueOn: lab.today, amount: '12.34' }))
    },
    async end(order) {
      if (order) await act(lab.go(orders, pick(['cancel', 'cancel-rest', 'close'])!, order.id, { endReason: '停' }))
    },
  }
  const names = ['plan', 'order', 'order', 'arrive', 'arrive', 'accept', 'accept', 'enter', 'enter']
  names.push('invoice', 'invoice', 'settle', 'settle', 'settle', 'instalment', 'end')
  // An order that has arrived, so that invoices have something to charge from the beginning.
  const draft = { planId: first, supplierId, warehouseId: warehouse, instalments: parts }
  const begun = await lab.saved(orders, { ...draft, lines: [{ itemName: '监护仪', quantity: 4, unitPrice: '99.99' }] })
  await lab.done(orders, 'place', begun)
  await lab.accepted(await lab.received(begun, 4))
  for (let n = 0; n < 80; n++) {
    const placed = (
      await Promise.all(
        (await lab.list(plans, { budgetId: budget, size: '100' })).map(({ id }) => lab.list(orders, { planId: id, size: '100' })),
      )
    ).flat()
    const name = pick(names)!
    await acts[name]!(pick(placed.filter(({ orderStatus }) => orderStatus !== 'draft')))
    expect([seed, n, name, await broken(budget)]).toEqual([seed, n, name, []])
  }
  // The acts were no refusals alone.
  expect(all.taken).toBeGreaterThan(10)
})

test('fifty plans at once never reserve more than the budget, fifty orders never more than a plan', async () => {
  const budget = await budgetOf('2000.00')
  const drafts = await Promise.all(Array.from({ length: 50 }, () => draftPlan(budget, 1, '99.99')))
  const answers = await Promise.all(drafts.map((id, n) => lab.go(plans, 'approve', id, {}, n % 2 ? admin : manager)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(await lab.one(budgets, budget)).toMatchObject({ reservedTotal: '1999.80', remaining: '0.20' })
  expect(await broken(budget)).toEqual([])

  const other = await budgetOf('1000.00')
  const plan = await draftPlan(other, 10, '99.99')
  await lab.done(plans, 'approve', plan)
  const line = { itemName: '监护仪', quantity: 3, unitPrice: '99.99' }
  const open = await Promise.all(
    Array.from({ length: 50 }, () => lab.saved(orders, { planId: plan, supplierId, warehouseId: warehouse, lines: [line] })),
  )
  const placed = await Promise.all(open.map((id) => lab.go(orders, 'place', id)))
  expect(placed.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(await broken(other)).toEqual([])
})
