import { expect } from 'vitest'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Client, Page, Row } from './app-for-test.ts'
import { home } from './hospitals.ts'

export const [budgets, plans, orders, arrivals] = [
  '/eam/device-purchase-budget',
  '/eam/device-purchase-plan',
  '/eam/purchase-order',
  '/eam/order-arrival',
]
export const [quotes, invoices, instalments, entries] = [
  '/eam/purchase-quote',
  '/eam/purchase-invoice',
  '/eam/purchase-instalment',
  '/eam/warehouse/enter',
]
const passed = {
  ...{ packing: 'ok', accessories: 'ok', powerOn: 'ok', functions: 'ok', documents: 'ok', training: 'none' },
  ...{ deptSigner: '护士长', engineerSigner: '王工', supplierSigner: '李经理' },
}

type Detail = Row & { readonly lines: Row[]; readonly instalments: Row[] }

/** Acts of purchasing through HTTP; each expects that it is done. */
export function purchaseLab(admin: Client) {
  const today = homeDay(new Date())
  const saved = async (path: string, draft: object, client = admin): Promise<string> => {
    const answer = await client.post(`${path}/submit`, draft)
    expect([path, answer.msg]).toEqual([path, '操作成功'])
    return String(answer.data.id)
  }
  const go = (path: string, step: string, id: string, more: object = {}, client = admin) =>
    client.post<Row>(`${path}/${step}`, { id, ...more })
  const done = async (path: string, step: string, id: string, more: object = {}, client = admin): Promise<void> =>
    expect([step, (await go(path, step, id, more, client)).msg]).toEqual([step, '操作成功'])
  const one = async (path: string, id: string): Promise<Detail> => (await admin.get<never>(`${path}/detail`, { id })).data
  const list = async (path: string, asked: Record<string, string>): Promise<Row[]> =>
    (await admin.get<Page>(`${path}/list`, asked)).data.records
  return {
    ...{ today, saved, go, done, one, list },
    said: async (path: string, step: string, id: string, more: object = {}, client = admin): Promise<string> => {
      const answer = await go(path, step, id, more, client)
      expect([step, answer.status]).toEqual([step, 400])
      return answer.msg
    },
    supplier: (supplierName: string) => saved('/eam/supplierinfo', { supplierName, supplierKind: 'dealer' }),
    warehouse: () => saved('/eam/plc/warehouse', { warehouseName: '采购验收库', deptId: home.depts.medicine }),
    /** An approved plan with these lines. */
    async plan(lines: readonly object[], more: object = {}): Promise<string> {
      const id = await saved(plans, { planYear: 2027, deptId: home.depts.medicine, lines, ...more })
      await done(plans, 'approve', id)
      return id
    },
    /** So many pieces of a line of an order arrive. */
    async received(orderId: string, receivedQuantity: number, at = 0): Promise<string> {
      const line = (await one(orders, orderId)).lines[at]!
      const id = await saved(arrivals, { orderId, receivedOn: today, lines: [{ orderLineId: line.id, receivedQuantity }] })
      await done(arrivals, 'receive', id)
      return id
    },
    accepted: (id: string) => done(arrivals, 'accept', id, { ...passed, acceptedOn: today }),
  }
}
