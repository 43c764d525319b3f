import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { Client, TestApp } from './app-for-test.ts'

/** The draft of a contract, the device and the instalment of another one that is in force, and the invoice of that: their ids by entity. */
export async function contractRows(app: TestApp, client: Client, word: string, about: { device: string; dept: string }) {
  const post = async (path: string, draft: object): Promise<string> => {
    const answer = await client.post(path, draft)
    if (answer.status !== 200) throw new Error(`${path}: ${answer.msg}`)
    return String(answer.data.id)
  }
  const today = homeDay(new Date())
  const supplierId = await post('/eam/supplierinfo/submit', { supplierName: '合同服务商', supplierKind: 'service' })
  const draft = {
    ...{ contractName: `${word}维保合同`, supplierId, contractKind: 'full', price: '100.00', deptId: about.dept },
    ...{ validFrom: today, validUntil: daysAfter(today, 365), responseHours: 4, remark: word },
    ...{ devices: [{ deviceId: about.device, remark: word }] },
    ...{ instalments: [{ instalmentName: `${word}首付款`, dueOn: today, share: 100 }] },
  }
  const [serviceContract, active] = [await post('/eam/service-contract/submit', draft), await post('/eam/service-contract/submit', draft)]
  await post('/eam/service-contract/activate', { id: active })
  const idOf = async (table: string, by: string, header: string): Promise<string> =>
    String((await app.sql(`select id from ${table} where ${by} = $1`, [header]))[0]!.id)
  const contractInstalment = await idOf('contract_instalment', 'contract_id', active)
  const serviceInvoice = await post('/eam/service-invoice/submit', {
    ...{ invoiceNo: `${word}-FP`, supplierId, invoiceDate: today, amount: '100.00', deptId: about.dept, remark: word },
    lines: [{ instalmentId: contractInstalment, amount: '100.00', moreReason: word }],
  })
  return {
    ...{ serviceContract, contractInstalment, serviceInvoice },
    contractDevice: await idOf('contract_device', 'contract_id', active),
    serviceInvoiceLine: await idOf('service_invoice_line', 'invoice_id', serviceInvoice),
  }
}
