import { expect } from 'vitest'
import type { Client, TestApp } from './app-for-test.ts'

/** The ids of drafts of a department: an order, an arrival and an invoice of another one that is placed, a quote, and their lines; all texts hold the word. */
export async function purchaseRows(app: TestApp, admin: Client, word: string, dept: string): Promise<Record<string, string>> {
  const post = async (path: string, draft: object): Promise<string> => {
    const answer = await admin.post(path, draft)
    expect([path, answer.msg]).toEqual([path, '操作成功'])
    return String(answer.data.id)
  }
  const [supplierId, warehouseId] = [
    await post('/eam/supplierinfo/submit', { supplierName: '采购供应商', supplierKind: 'dealer' }),
    await post('/eam/plc/warehouse/submit', { warehouseName: '采购收货库', deptId: dept }),
  ]
  const lines = [{ deviceName: `${word}订购`, quantity: 2, unitPrice: '10.00' }]
  const planId = await post('/eam/device-purchase-plan/submit', { planYear: 2028, deptId: dept, reason: `${word}订购理由`, lines })
  await post('/eam/device-purchase-plan/approve', { id: planId })
  const instalments = [{ instalmentName: `${word}首付`, dueOn: '2028-01-01', share: 50 }]
  const draft = { planId, supplierId, warehouseId, remark: `${word}订单`, instalments }
  const [purchaseOrder, placed] = [await post('/eam/purchase-order/submit', draft), await post('/eam/purchase-order/submit', draft)]
  await post('/eam/purchase-order/place', { id: placed })
  const arrived = { orderId: placed, receivedOn: '2026-01-05', remark: `${word}到货` }
  const orderArrival = await post('/eam/order-arrival/submit', arrived)
  const idOf = async (table: string, by: string, id: string): Promise<string> =>
    String((await app.sql(`select id from ${table} where ${by} = $1`, [id]))[0]!.id)
  const planLineId = await idOf('purchase_plan_line', 'plan_id', planId)
  const quote = { planId, supplierId, quotedOn: '2026-01-05', remark: `${word}报价` }
  const purchaseQuote = await post('/eam/purchase-quote/submit', { ...quote, lines: [{ planLineId, unitPrice: '9.00' }] })
  const charged = [{ orderLineId: await idOf('purchase_order_line', 'order_id', placed), quantity: 1, unitPrice: '10.00' }]
  const invoice = { invoiceNo: `${word}票号`, orderId: placed, invoiceDate: '2026-01-05', amount: '10.00', remark: `${word}发票` }
  const purchaseInvoice = await post('/eam/purchase-invoice/submit', { ...invoice, lines: charged })
  return {
    ...{ purchaseOrder, orderArrival, purchaseQuote, purchaseInvoice },
    purchaseQuoteLine: await idOf('purchase_quote_line', 'quote_id', purchaseQuote),
    purchaseInvoiceLine: await idOf('purchase_invoice_line', 'invoice_id', purchaseInvoice),
    purchaseOrderLine: await idOf('purchase_order_line', 'order_id', purchaseOrder),
    purchaseInstalment: await idOf('purchase_instalment', 'order_id', purchaseOrder),
    orderArrivalLine: await idOf('order_arrival_line', 'arrival_id', orderArrival),
  }
}
