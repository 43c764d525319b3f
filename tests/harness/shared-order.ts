import { expect } from 'vitest'
import type { Answer, Client, Page, Row, TestApp } from './app-for-test.ts'
import { home } from './hospitals.ts'
import type { Provider } from './providers.ts'

/** The people of a hospital who share orders, with the number of the provider's supplier. */
export interface Sharing {
  readonly admin: Client
  readonly keeper: Client
  readonly engineer: Client
  readonly supplierId: string
}

export const [ours, theirs, repairs] = ['/sps/hospital/serviceOrder', '/sps/provider/workOrder', '/eam/eventtyperepair'] as const

/** What a call answers; fails unless it was done. */
export const ok = <T>(answer: Answer<T>): T => {
  expect([answer.msg, answer.status]).toEqual(['操作成功', 200])
  return answer.data
}

/** Signs in who shares orders with a provider, and makes it a supplier. */
export async function sharingWith(app: TestApp, provider: Provider): Promise<Sharing> {
  const [admin, keeper, engineer] = [await app.as('administrator'), await app.as('keeper'), await app.as('engineer')]
  const facts = { supplierName: `${provider.name}公司`, supplierKind: 'service', providerTenant: provider.tenant }
  return { admin, keeper, engineer, supplierId: ok(await admin.post<Row>('/eam/supplierinfo/submit', facts)).id }
}

/** A repair order that an engineer has taken and shares; the provider has taken it, too. */
export async function sharedOrder({ admin, keeper, engineer, supplierId }: Sharing, first: Client, name: string) {
  const { id: deviceId } = ok(await admin.post<Row>('/eam/device/submit', { deviceName: name, useDeptId: home.depts.bones }))
  const report = { deviceId, faultDescription: '黑屏', urgency: 'urgent', reporterPhone: '8001' }
  const { id: repairId } = ok(await keeper.post<Row>(`${repairs}/save`, report))
  ok(await engineer.post(`${repairs}/accept`, { id: repairId }))
  ok(await engineer.post(`${ours}/submit`, { id: repairId, providerId: supplierId }))
  const [order] = ok(await admin.get<Page>(`${ours}/list`, { repairOrderId: repairId, size: 1 })).records
  ok(await first.post(`${theirs}/accept`, { id: order!.id }))
  return { id: order!.id, repairId, deviceId }
}
