import { describe, expect, test } from 'vitest'
import { urlsOf } from '#contract/kit/entity/entity.ts'
import { moduleFacts } from '#contract/registry.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { custody, useUrl } from '#tests/harness/custody.ts'
import { home } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const [manager, keeper, clerk, engineer] = await Promise.all(
  (['equipment_manager', 'keeper', 'warehouse_keeper', 'engineer'] as const).map((role) => app.as(role)),
)
const lab = custody(app, admin)
const people = await peopleLab(app, () => admin)
const { surgery, bones, medicine } = home.depts

interface Counted {
  readonly code: string
  readonly count: number
  readonly filter: Record<string, string>
}
const figures = moduleFacts.flatMap((module) => module.home?.figures ?? [])

/** The figures of a person that are not zero, each compared with the list behind it. */
async function waiting(client: Client, kind: 'processed' | 'apply' | 'warn-statistics'): Promise<Record<string, number>> {
  const { data } = await client.get<Counted[]>(`/eam/home-page/${kind}`)
  const own = data.filter(({ code }) => /^(custody|pool|disposal)\./.test(code))
  for (const { code, count, filter } of own) {
    const { of } = figures.find(({ name }) => name === code)!
    const ends = Object.fromEntries(
      Object.entries(filter).map(([key, value]) => [key, /_le$/.test(key) && value.length === 10 ? `${value} 23:59:59.999` : value]),
    )
    expect([code, (await client.get<Page>(urlsOf(of, 'list')[0]!, { ...ends, size: 1 })).data.total]).toEqual([code, count])
  }
  return Object.fromEntries(own.flatMap(({ code, count }) => (count > 0 ? [[code, count]] : [])))
}

describe('what waits for a person', () => {
  test('of hand-overs follows the device from side to side', async () => {
    const applyId = await lab.approved(clerk!, 'borrow', [await lab.card(['receive'], { useDeptId: surgery })])
    const { id } = await lab.firstUse(applyId)
    expect(await waiting(keeper!, 'processed')).toEqual({ 'custody.toHandOut': 1 })
    expect(await waiting(clerk!, 'apply')).toEqual({ 'custody.mine': 1 })
    await lab.must(keeper!.post(`${useUrl}/submit`, { id }))
    expect([await waiting(keeper!, 'processed'), await waiting(clerk!, 'processed')]).toEqual([{}, { 'custody.toConfirm': 1 }])
    await lab.must(clerk!.post(`${useUrl}/confirm`, { id }))
    expect(await waiting(clerk!, 'apply')).toEqual({ 'custody.mine': 1, 'custody.borrowed': 1 })
    expect(await waiting(manager!, 'warn-statistics')).toEqual({ 'custody.due': 1 })
    await app.sql(`update device_use set return_time = now() - interval '3 days' where id = $1`, [id])
    expect(await waiting(manager!, 'warn-statistics')).toEqual({ 'custody.overdue': 1 })
    const extendTo = new Date(Date.now() + 86_400_000).toISOString()
    await lab.must(clerk!.post(`${useUrl}/extend`, { id, extendTo, reason: '病人未转出' }))
    expect(await waiting(manager!, 'processed')).toEqual({ 'custody.extensions': 1 })
    await lab.must(clerk!.post(`${useUrl}/give-back`, { id }))
    expect(await waiting(keeper!, 'processed')).toEqual({ 'custody.toTakeBack': 1 })
    await lab.must(keeper!.post(`${useUrl}/takeBack`, { id, condition: 'good' }))
    expect([await waiting(keeper!, 'processed'), await waiting(manager!, 'warn-statistics')]).toEqual([{}, {}])
  })

  test('of disposals follows the course', async () => {
    const at = '/eam/devicedisposal'
    const draft = {
      disposalType: 'scrap',
      declareReasons: 'aged',
      reasonDetail: '旧',
      useDeptId: bones,
      lines: [{ deviceId: await lab.card() }],
    }
    const { id } = await lab.must(keeper!.post<Row>(`${at}/submit`, draft))
    const ok = (client: Client, name: string, input: object = {}) => lab.must(client.post<Row>(`${at}/${name}`, { id, ...input }))
    await ok(keeper!, 'declare')
    expect([await waiting(engineer!, 'processed'), await waiting(keeper!, 'apply')]).toEqual([
      { 'disposal.toAppraise': 1 },
      { 'disposal.mine': 1 },
    ])
    await ok(engineer!, 'appraise', { appraisal: '无维修价值' })
    expect(await waiting(manager!, 'processed')).toEqual({ 'disposal.toDecide': 1 })
    await ok(manager!, 'yesOrNo', { type: 'yes' })
    await ok(manager!, 'audit', { type: 'approve' })
    expect(await waiting(manager!, 'processed')).toEqual({ 'disposal.toExecute': 1 })
    await ok(manager!, 'execute', { executedAt: '2026-11-20' })
    expect(await waiting(manager!, 'processed')).toEqual({ 'disposal.toWriteOff': 1 })
    await ok(manager!, 'write-off', { writeOffMonth: '2026-11-01' })
    expect(await waiting(manager!, 'processed')).toEqual({ 'disposal.toClose': 1 })
    await ok(manager!, 'remit', { remitted: '0', remittedOn: '2026-11-21' })
    expect(await waiting(manager!, 'processed')).toEqual({})
  })

  test('of shared devices is the reservation that begins, and what is late', async () => {
    const deviceId = await lab.card(['receive'], { useDeptId: surgery })
    await lab.must(admin.post('/eam/share/device/tag-submit', { ids: [deviceId], priceKind: 'day', unitPrice: '10' }))
    const [fromTime, toTime] = [60_000, 7_200_000].map((later) => new Date(Date.now() + later).toISOString())
    const draft = { deviceId, borrowDeptId: medicine, fromTime, toTime }
    const { id } = await lab.must(admin.post<Row>('/eam/deviceusemanage/shared-borrowing-save', draft))
    expect([await waiting(keeper!, 'processed'), await waiting(admin, 'apply')]).toMatchObject([
      { 'pool.toHandOut': 1 },
      { 'pool.mine': 1 },
    ])
    await app.sql(
      `update shared_borrowing set borrowing_status = 'lent', from_time = now() - interval '3 days', to_time = now() - interval '2 days' where id = $1`,
      [id],
    )
    expect(await waiting(manager!, 'warn-statistics')).toEqual({ 'pool.overdue': 1 })
  })
})

test('who leaves hands applications, loans, reservations and disposals over to a colleague', async () => {
  const { id, client } = await people.settled('head', { deptId: medicine })
  const applyId = await lab.approved(client, 'borrow', [await lab.card()])
  const use = await lab.firstUse(applyId)
  await lab.must(keeper!.post(`${useUrl}/submit`, { id: use.id }))
  await lab.must(client.post(`${useUrl}/confirm`, { id: use.id }))
  const deviceId = await lab.card()
  await lab.must(admin.post('/eam/share/device/tag-submit', { ids: [deviceId], priceKind: 'day', unitPrice: '10' }))
  const [fromTime, toTime] = [3_600_000, 7_200_000].map((later) => new Date(Date.now() + later).toISOString())
  const draft = { deviceId, borrowDeptId: medicine, fromTime, toTime }
  const borrowing = await lab.must(client.post<Row>('/eam/deviceusemanage/shared-borrowing-save', draft))
  const waits = await lab.must(client.post<Row>('/eam/share/waiting/submit', { deviceId, borrowDeptId: medicine }))
  const lines = [{ deviceId: await lab.card(['receive'], { useDeptId: medicine }) }]
  const said = { disposalType: 'scrap', declareReasons: 'aged', reasonDetail: '旧', useDeptId: medicine, lines }
  const disposal = await lab.must(client.post<Row>('/eam/devicedisposal/submit', said))
  await lab.must(client.post('/eam/devicedisposal/declare', { id: disposal.id }))

  const listed = (await admin.get<Page>('/osm/user/transfer-list', { userId: id })).data.records
  expect(listed.map((row) => [row.kind, row.id]).sort()).toEqual(
    [
      ['deviceApply', applyId],
      ['deviceUse', use.id],
      ['sharedBorrowing', borrowing.id],
      ['poolWaiting', waits.id],
      ['deviceDisposal', disposal.id],
    ].sort(),
  )
  expect((await admin.post(`/blade-user/remove?ids=${id}`)).msg).toContain('还有 5 件待交接')
  const { data } = await admin.post('/osm/user/transfer-order', { userId: id, toId: home.users.warehouse_keeper })
  expect(data).toMatchObject({ applications: 1, loans: 1, borrowings: 1, waitings: 1, disposals: 1 })
  expect((await lab.use(String(use.id))).receiverId).toBe(home.users.warehouse_keeper)
  await lab.must(clerk!.post(`${useUrl}/give-back`, { id: use.id }))
  expect((await lab.detailOf(applyId)).applicantId).toBe(home.users.warehouse_keeper)
  expect((await admin.post(`/blade-user/remove?ids=${id}`)).data).toEqual({ removed: 1 })
})
