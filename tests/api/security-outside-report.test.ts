import { v7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { op, push } from '#tests/harness/ops.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { repairs } from '#tests/harness/repairs.ts'

// The keeper is of 骨科; the device is of 内科, and so is its head here.

const url = '/eam/eventtyperepair'
const { medicine } = home.depts
const rights = ['repairOrder.list', 'repairOrder.submit', 'device.list']

let owner: Client
let account: string
const app = await appForFile()
const admin = await app.as('administrator')
const keeper = await app.as('keeper')
const work = repairs(app, admin)
const lab = await peopleLab(app, () => admin)
beforeAll(async () => {
  const { alias } = await lab.clerk(rights, 'dept')
  const settled = await lab.settled(alias, { deptId: medicine })
  owner = settled.client
  account = settled.account
})

const cardOfMedicine = () => work.card(['receive'], { useDeptId: medicine })
const stateOf = async (card: string) => (await admin.get<Row>('/eam/device/detail', { id: card })).data.eamStatus
const openOf = async (client: Client, deviceId: string) => (await client.get<Row[]>(`${url}/open-of`, { deviceId })).data

describe('a report for a device of another department', () => {
  test('names no person of an order outside the reporter’s scope', async () => {
    const card = await cardOfMedicine()
    const id = await work.report(owner, card)
    await work.go(await app.as('engineer'), 'accept', id)
    const [seen] = await openOf(keeper, card)
    expect(seen).toMatchObject({ id: null, repairStatus: 'accepted', repairStatusValue: '已受理', reporterName: null, engineerName: null })
    expect((await openOf(owner, card))[0]).toMatchObject({ id, reporterName: expect.any(String), engineerName: expect.any(String) })
  })

  test('that is merged leads its reporter to no order outside their scope', async () => {
    const card = await cardOfMedicine()
    const kept = await work.report(owner, card, { faultDescription: '不开机' })
    const merged = await work.report(keeper, card, { faultDescription: '屏幕裂' })
    await work.go(await app.as('equipment_manager'), 'merge', merged, { intoId: kept })
    expect(await work.notices(merged)).toContain('repair_merged keeper')
    expect((await work.notices(kept)).filter((line) => line.endsWith(' keeper'))).toEqual([])
    const { orderNo } = await work.detail(kept)
    const seen = await work.detail(merged, keeper)
    // Its number alone, which the notice says anyway.
    expect(seen).toMatchObject({ repairStatus: 'cancelled', mergedIntoName: orderNo, faultDescription: '屏幕裂' })
    expect((await keeper.get(`${url}/detail`, { id: kept })).status).toBe(404)
    expect((await keeper.get<Page>(`${url}/history`, { id: kept })).data.records).toEqual([])
  })

  test('stops nothing: the card stays in use until a person of its department confirms', async () => {
    const card = await cardOfMedicine()
    const id = await work.report(keeper, card, { isStopped: 1 })
    expect(await work.detail(id, keeper)).toMatchObject({ isStopped: 0, stopRequested: 1, stoppedCard: 0 })
    expect(await stateOf(card)).toBe('in_use')
    const reported = (await work.notices(id)).filter((line) => line.startsWith('repair_stop_asked'))
    expect(reported).toContain(`repair_stop_asked ${account}`)
    expect(reported).not.toContain('repair_stop_asked keeper')
    // The requester cannot confirm, and a stop that was not requested cannot be confirmed.
    expect(await keeper.post(`${url}/confirm-stop`, { id })).toMatchObject({ status: 400, error: 'rule' })
    expect(await stateOf(card)).toBe('in_use')
    const other = await work.report(keeper, card)
    expect(await owner.post(`${url}/confirm-stop`, { id: other })).toMatchObject({ status: 400, error: 'rule' })

    await work.go(owner, 'confirmStop', id)
    expect(await work.detail(id)).toMatchObject({ isStopped: 1, stopRequested: 0, stoppedCard: 1 })
    expect(await stateOf(card)).toBe('repairing')
    // Nor does who asked put it into use again.
    for (const [path, body] of [
      ['/update', { id, isStopped: 0 }],
      ['/cancel', { id }],
    ] as const)
      expect([path, (await keeper.post(url + path, body)).error]).toEqual([path, 'rule'])
    expect(await stateOf(card)).toBe('repairing')
    await work.go(await app.as('equipment_manager'), 'cancel', id)
    expect(await stateOf(card)).toBe('in_use')
  })

  test('asked for later, and queued by a phone that knows nothing of it changes no card either', async () => {
    const card = await cardOfMedicine()
    const later = await work.report(keeper, card)
    expect((await keeper.post(`${url}/update`, { id: later, isStopped: 1 })).status).toBe(200)
    expect(await work.detail(later)).toMatchObject({ isStopped: 0, stopRequested: 1 })
    // What was asked for outlives a form that is sent as a whole.
    expect((await keeper.post(`${url}/update`, { id: later, isStopped: 0, faultDescription: '屏幕不亮' })).status).toBe(200)
    expect(await work.detail(later)).toMatchObject({ isStopped: 0, stopRequested: 1 })
    const [, change] = await app.sql(`select changes from audit_event where entity = 'repairOrder' and entity_id = $1 order by version`, [
      later,
    ])
    expect(change!.changes).toEqual({ stopRequested: { from: 0, to: 1 } })
    const id = v7()
    const body = { deviceId: card, faultDescription: '不开机', urgency: 'normal', isStopped: 1 }
    const report = await op({ kind: 'repairOrder.submit', target: { type: 'repairOrder', id }, body })
    expect(await push(keeper, report)).toMatchObject([{ outcome: 'done' }])
    expect(await work.detail(id)).toMatchObject({ isStopped: 0, stopRequested: 1 })
    expect(await stateOf(card)).toBe('in_use')
    const confirm = await op({ kind: 'repairOrder.confirmStop', target: { type: 'repairOrder', id }, body: {} })
    expect(await push(owner, confirm)).toMatchObject([{ outcome: 'done' }])
    expect(await stateOf(card)).toBe('repairing')
  })

  test('is not accepted, nor brought to disposal, by who reported it from outside', async () => {
    const { client: worker } = await lab.clerk([...rights, 'repairOrder.work', 'repairOrder.assign'], 'dept')
    const card = await cardOfMedicine()
    const id = await work.report(worker, card)
    expect(await worker.post(`${url}/accept`, { id })).toMatchObject({ status: 400, error: 'rule' })
    expect(await worker.post(`${url}/assign`, { id, engineerId: worker.userId })).toMatchObject({ status: 400 })
    const quick = { deviceId: card, faultDescription: '松动', isStopped: 1, ...work.result }
    expect((await worker.post(`${url}/quick-save`, quick)).status).toBe(200)
    expect(await stateOf(card)).toBe('in_use')
    const events = await app.sql(`select 1 from audit_event where entity = 'device' and entity_id = $1 and verb = 'breakDown'`, [card])
    expect(events).toEqual([])
  })

  test('in one’s own department stops the card at once, as ever', async () => {
    const card = await work.card()
    const id = await work.report(keeper, card, { isStopped: 1 })
    expect(await work.detail(id)).toMatchObject({ isStopped: 1, stopRequested: 0, stoppedCard: 1 })
    expect(await stateOf(card)).toBe('repairing')
  })
})
