import { expect, test } from 'vitest'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page } from '#tests/harness/app-for-test.ts'
import { byRole, byRoleAll, click, openDesk, shownText, until } from '#tests/harness/desk.tsx'
import { choose, dialog, done, found, made } from '#tests/harness/desk-acts.ts'
import { addProvider } from '#tests/harness/providers.ts'

const app = await appForFile()
const manager = await app.signIn('100001', 'manager', 'ward2026')
const engineer = await app.signIn('100001', 'engineer', 'ward2026')
const today = homeDay(new Date())
const record = (section: string) => byRoleAll('dialog').findLast((one) => byRole('region', section, one))

const dept = (await manager.get<Page>('/blade-system/dept/list', { size: 1 })).data.records[0]!.id
await addProvider(app, '200021', '桌面维修')
const company = { supplierName: '桌面维保公司', supplierKind: 'service', providerTenant: '200021' }
const supplierId = await made(manager, '/eam/supplierinfo/submit', company)
const validUntil = daysAfter(today, 200)
const device = await made(manager, '/eam/device/submit', { deviceName: '合同桌面呼吸机', useDeptId: dept })
const contract = await made(manager, '/eam/service-contract/submit', {
  ...{ contractName: '桌面合同', supplierId, contractKind: 'full', validFrom: today, validUntil, price: '100.00', responseHours: 4 },
  ...{ devices: [{ deviceId: device }], instalments: [{ instalmentName: '全款', dueOn: today, share: 100 }] },
})

test('a contract is put in force on its page, and its device says until when and by whom it is covered', async () => {
  const desk = await openDesk(app, manager, `/eam/service-contract?open=${contract}`)
  await until(() => record('保障设备'), 'the contract')
  click(await desk.find('button', '合同生效', record('保障设备')))
  await until(() => dialog(), 'the question')
  click(await until(() => byRoleAll('button', '确定').at(-1), 'the answer'))
  const payments = await found('region', '合同付款', () => record('保障设备'))
  await until(() => shownText(payments).includes('待付款'), 'the instalment to be paid')
  const { contractNo } = (await manager.get('/eam/service-contract/detail', { id: contract })).data

  const card = await openDesk(app, manager, `/eam/device/${device}?tab=contracts`)
  await card.see('4 小时内响应')
  await card.see(String(contractNo))
  await card.see(validUntil)
})

test('the order of a covered device goes to its provider first', async () => {
  const id = await made(manager, '/eam/eventtyperepair/save', { deviceId: device, faultDescription: '不通气', urgency: 'normal' })
  await done(engineer, '/eam/eventtyperepair/accept', { id })
  const desk = await openDesk(app, engineer, `/eam/repair/${id}`)
  await desk.see('4 小时内响应')
  await choose(await desk.find('button', /更多/, byRole('main')), '共享给服务商')
  const asked = await until(() => dialog(), 'the form')
  await until(() => shownText(asked).includes('桌面维保公司'), 'the provider of the contract')
  click(await until(() => byRoleAll('button', '确定').at(-1), 'the answer'))
  const shared = () => manager.get<Page>('/sps/hospital/serviceOrder/list', { repairOrderId: id })
  await until(() => !dialog(), 'the end of the form')
  expect((await shared()).data.records).toMatchObject([{ providerId: supplierId }])
})

test('a supplier shows its contracts', async () => {
  await openDesk(app, manager, `/eam/supplier?open=${supplierId}`)
  const list = await found('region', '维保合同', () => record('供应商资质') ?? byRoleAll('dialog').at(-1))
  await until(() => shownText(list).includes('桌面合同'), 'the contract')
})
