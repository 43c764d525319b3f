import { describe, expect, test } from 'vitest'
import { deviceStates } from '#contract/entities/asset/device-states.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { begin, verified } from '#tests/harness/imports.ts'
import { ledgerLab } from '#tests/harness/ledger.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const manager = await app.as('equipment_manager')

const columns = 'deviceName,sn,eamStatus,useDeptId,originalValue,purchaseDate,importNote,residualRate,depreciationMethod'
const cardsNamed = async (name: string) =>
  (await admin.get<Page>('/eam/device/list', { size: 200, keyword: name, columns, ascs: 'sn' })).data.records
/** Writes what was found, or says why that was refused. */
const write = async (id: string, more: object = {}) => {
  const done = await begin(admin, 'device', 'write', { id, asFiled: 1, ...more })
  expect(done.status, String(done.note)).toBe('done')
  return done
}
const sheetOf = (name: string, states: readonly string[], heading = '使用状况') =>
  `设备名称,使用科室,出厂编号,${heading}\n${states.map((state, at) => `${name},骨科,${name}-${String(at + 10)},${state}`).join('\n')}\n`

describe('the state that a sheet says', () => {
  test('of our own words is our own state in both languages, with events that the steps back find', async () => {
    const states = Object.entries(deviceStates)
    const words = states.flatMap(([, { zh, en }]) => [zh, en])
    const job = await verified(app, admin, 'device', sheetOf('自态机', words, '设备状态'))
    expect(job).toMatchObject({ rowCount: 16, newCount: 16, warningCount: 0, layout: { found: { gone: 0 } } })
    await write(job.id)
    const cards = await cardsNamed('自态机')
    expect(cards.map(({ eamStatus }) => eamStatus)).toEqual(states.flatMap(([state]) => [state, state]))
    const verbs = await app.sql(
      `select d.eam_status as state, string_agg(e.verb || ' ' || e.from_state || ' ' || e.to_state, ', ' order by e.id) as steps from device d
        join audit_event e on e.tenant_id = d.tenant_id and e.entity_id = d.id and e.field = 'eamStatus' where d.device_name = '自态机' group by d.id, d.eam_status`,
    )
    expect(Object.fromEntries(verbs.map(({ state, steps }) => [state, steps]))).toEqual({
      repairing: 'breakDown in_use repairing',
      lent: 'lend in_use lent',
      idle: 'seal in_use idle',
      pending_disposal: 'applyDisposal in_use pending_disposal',
      disposed: 'applyDisposal in_use pending_disposal, dispose pending_disposal disposed',
      missing: 'miss in_use missing',
    })
    // A loan that no document here ends is over when that is said.
    const lent = cards.find(({ eamStatus }) => eamStatus === 'lent')!
    expect(await manager.post('/eam/device/end-loan', { id: lent.id })).toMatchObject({ status: 200 })
    // A device that came in repair leaves it with the order of the next report.
    const repair = await manager.post('/eam/eventtyperepair/save', {
      ...{
        deviceId: cards.find(({ eamStatus }) => eamStatus === 'repairing')!.id,
        faultDescription: '送修中',
        urgency: 'normal',
        isStopped: 1,
      },
    })
    expect(repair.status, repair.msg).toBe(200)
    expect(await manager.post('/eam/eventtyperepair/cancel', { id: repair.data.id })).toMatchObject({ status: 200 })
    const pending = cards.find(({ eamStatus }) => eamStatus === 'pending_disposal')!
    const disposal = await admin.post('/eam/devicedisposal/submit', {
      ...{
        disposalType: 'scrap',
        declareReasons: 'aged',
        reasonDetail: '老旧',
        useDeptId: home.depts.bones,
        lines: [{ deviceId: pending.id }],
      },
    })
    expect(disposal.status, disposal.msg).toBe(200)
    expect(await admin.post('/eam/devicedisposal/declare', { id: disposal.data.id })).toMatchObject({ status: 200 })
    expect(await admin.post('/eam/devicedisposal/undo', { ids: disposal.data.id })).toMatchObject({ status: 200 })
    const back = await cardsNamed('自态机')
    for (const { sn } of cards.filter(({ id }) => [lent.id, pending.id].includes(id)))
      expect(back.find((card) => card.sn === sn)).toMatchObject({ eamStatus: 'in_use' })
    expect(back.filter(({ eamStatus }) => eamStatus === 'repairing')).toHaveLength(1)
  })

  test('of a device that is gone is asked about once: left out, or kept as disposed history', async () => {
    const gone = [
      '报废',
      '处置',
      '注销',
      '已处置',
      '销账',
      '核销',
      '调出',
      '捐出',
      'Disposed',
      'RETIRED',
      'Sold',
      'Scrapped',
      'Written off',
      'Written-Off',
      'Decommissioned',
      '报废（2023年）',
      '2021年已报废处置',
      'Retired 05/2020',
    ]
    const rows = ['在用', ...gone, '在用（捐赠）', '待报废', '拟报废，待审批', '未报废']
    const job = await verified(app, admin, 'device', sheetOf('去机', rows))
    expect(job).toMatchObject({
      rowCount: rows.length,
      newCount: rows.length - gone.length,
      faultyCount: 0,
      layout: { found: { gone: gone.length } },
    })
    expect(job.groups.map(({ field, zh, cells }) => [field, zh, cells])).toContainEqual([
      'eamStatus',
      '设备状态表示设备已不在，这一行不导入',
      gone.length,
    ])
    const done = await write(job.id)
    expect(done).toMatchObject({ writtenCount: 5, note: expect.stringContaining(`已不在的设备 ${gone.length} 行未导入`) })
    expect((await cardsNamed('去机')).map(({ eamStatus }) => eamStatus)).toEqual([
      ...['in_use', 'in_use', 'pending_disposal', 'pending_disposal', 'idle'],
    ])
    const again = await verified(app, admin, 'device', sheetOf('史机', rows), { gone: 'keep' })
    expect(again).toMatchObject({ rowCount: rows.length, newCount: rows.length })
    await write(again.id)
    const states = (await cardsNamed('史机')).map(({ eamStatus }) => eamStatus)
    expect(states.filter((state) => state === 'disposed')).toHaveLength(gone.length)
    expect(states.filter((state) => state === 'in_use')).toHaveLength(2)
    // History is filed or not at all: a draft would be a device that is there.
    const drafts = await verified(app, admin, 'device', sheetOf('稿去机', ['报废', '在用']), { gone: 'keep' })
    expect(await write(drafts.id, { asFiled: 0 })).toMatchObject({ writtenCount: 1 })
  })

  test('that nobody knows never makes a device in use: it is idle with a warning, until the word is mapped', async () => {
    const job = await verified(app, admin, 'device', sheetOf('谜机', ['丙', '丙', '未知', '在用', '']))
    expect(job).toMatchObject({ newCount: 5, warningCount: 3 })
    const [group] = job.groups
    expect(group).toMatchObject({ field: 'eamStatus', cells: 3, values: [{ value: '丙', cells: 2 }, { value: '未知' }] })
    const copy = await verified(app, admin, 'device', sheetOf('谜二机', ['丙']))
    await write(job.id)
    expect((await cardsNamed('谜机')).map(({ eamStatus, importNote }) => [eamStatus, importNote])).toEqual([
      ['idle', '使用状况: 丙'],
      ['idle', '使用状况: 丙'],
      ['idle', '使用状况: 未知'],
      ['in_use', null],
      ['in_use', null],
    ])
    const mapped = await begin(admin, 'device', 'verify', { id: copy.id, values: [{ field: 'eamStatus', said: '丙', means: '盘亏' }] })
    expect(mapped).toMatchObject({ warningCount: 0 })
    await write(copy.id)
    expect(await cardsNamed('谜二机')).toMatchObject([{ eamStatus: 'missing', importNote: null }])
  })

  test('is what every other area goes by: totals, checks, the pool, depreciation, disposals', async () => {
    const csv = `设备名称,使用科室,出厂编号,设备状态,原值,启用日期,折旧月数
域机,骨科,域-1,在用,600,2024-01-10,60
域机,骨科,域-2,已报废,6000,2024-01-10,60
域机,骨科,域-3,盘亏,60000,2024-01-10,60
域机,骨科,域-4,待报废,600000,2024-01-10,60\n`
    const before = (await manager.get<Row[]>('/eam/home-page/status-distribution')).data
    const job = await verified(app, manager, 'device', csv)
    expect(await begin(manager, 'device', 'write', { id: job.id, asFiled: 1 })).toMatchObject({ status: 'done', writtenCount: 4 })
    const cards = (await manager.get<Page>('/eam/device/list', { keyword: '域机', ascs: 'sn' })).data.records
    const after = (await manager.get<Row[]>('/eam/home-page/status-distribution')).data
    const grown = (key: string) =>
      Number(after.find((one) => one.key === key)?.count ?? 0) - Number(before.find((one) => one.key === key)?.count ?? 0)
    expect(['in_use', 'disposed', 'missing', 'pending_disposal'].map(grown)).toEqual([1, 1, 1, 1])
    const check = await manager.post('/eam/check/submit', {
      ...{
        checkTitle: '域查',
        mode: 'open',
        beginDate: '2026-11-20',
        scopeDepts: [home.depts.bones],
        members: [{ userId: home.users.keeper }],
      },
    })
    expect((await manager.post('/eam/check/start', { id: check.data.id })).status).toBe(200)
    const lines = (await manager.get<Page>('/eam/deviceapplylist/list', { checkId: check.data.id, keyword: '域机' })).data
    expect(lines.total).toBe(3)
    for (const card of cards.slice(1))
      expect(
        await manager.post('/eam/share/pool/submit', { deviceId: card.id, priceKind: 'hour', unitPrice: '1' }),
        String(card.eamStatus),
      ).toMatchObject({
        status: 400,
      })
    const { book, close, lines: linesOf } = ledgerLab(admin)
    const ruleId = await book({ ruleName: '域账', ruleSet: 'public', beginsOn: '2026-10-01' })
    expect(await close({ ruleId, month: '2026-10' })).toMatchObject({ status: 'done' })
    const charged = await Promise.all(cards.map(async ({ id }) => (await linesOf(String(id))).length > 0))
    expect(charged).toEqual([true, false, true, true])
  })
})
