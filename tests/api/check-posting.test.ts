import { setTimeout as wait } from 'node:timers/promises'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page } from '#tests/harness/app-for-test.ts'
import { checkLab, type LabCard } from '#tests/harness/check-lab.ts'
import { holdWrites } from '#tests/harness/hold-writes.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { raise } from '#tests/harness/inner-steps.ts'
import { expectKeptLines } from '#tests/harness/kept-lines.ts'
import { repairs } from '#tests/harness/repairs.ts'

const app = await appForFile()
const lab = await checkLab(app)
const manager = await app.as('equipment_manager')

/** A check of fresh cards of 骨科 in a room of their own, with its department. */
const counting = async (count: number, more: Record<string, unknown>[] = []) => {
  const room = await lab.room(`间${v7().slice(-6)}`)
  const cards = []
  for (let index = 0; index < count; index++) cards.push(await lab.card({ locationId: room, ...more[index] }))
  const id = await lab.started({ scopeLocations: [room] })
  return { id, room, cards, one: cards[0]!, dept: await lab.dept(id, '骨科') }
}
const events = async (id: string) => (await lab.admin.get<Page>('/eam/device-life-cycle/list', { eamDeviceId: id, size: 50 })).data.records
const notices = (kind: string, target: string) =>
  app.sql('select user_id, detail from notice where tenant_id = $1 and kind = $2 and target_id = $3 order by user_id', [
    home.tenant,
    kind,
    target,
  ])
const ok = (answer: { status: number; msg: string }) => expect([answer.status, answer.msg]).toEqual([200, '操作成功'])

describe('a department submits', () => {
  test('uncounted devices are deficient, except lent ones and those in repair; the creator and people who may post are notified', async () => {
    const { cards, room } = await counting(4)
    await raise(app, lab.admin, deviceState, 'receive', cards[2]!.id)
    await raise(app, lab.admin, deviceState, 'lend', cards[1]!.id)
    await raise(app, lab.admin, deviceState, 'breakDown', cards[2]!.id)
    const id = await lab.started({ scopeLocations: [room] })
    const dept = await lab.dept(id, '骨科')
    await lab.scan(lab.keeper, id, cards[0]!.rfidCode, room)
    expect(await lab.step('finish', dept.id, {}, await app.as('head'))).toMatchObject({ status: 403 })
    expect((await lab.step('finish', dept.id, {}, await app.as('warehouse_keeper'))).status).toBe(404)
    expect(await lab.step('finish', dept.id, {}, await app.as('engineer'))).toMatchObject({ status: 400, error: 'rule' })
    expect((await lab.step('finish', dept.id, {}, await app.as('keeper', other))).status).toBe(404)
    ok(await lab.step('finish', dept.id, {}, lab.keeper))
    const results = await Promise.all(cards.map(async (card) => (await lab.line(id, card.id)).result))
    expect(results).toEqual(['match', 'pending', 'pending', 'deficient'])
    expect(await lab.dept(id, '骨科')).toMatchObject({
      deptStatus: 'submitted',
      submittedById: lab.keeper.userId,
      submittedAt: expect.any(String),
    })
    expect(await lab.step('finish', dept.id, {}, lab.keeper)).toMatchObject({ status: 409, error: 'wrong_state' })
    expect((await notices('check_submitted', id)).map((row) => row.user_id)).toEqual([lab.admin.userId, manager.userId].sort())
    const history = (await lab.admin.get<Page>('/eam/check-dept/history', { id: dept.id })).data.records
    expect(JSON.stringify(history)).toContain('相符 1')
  })

  test('a department is submitted once by two phones at the same moment', async () => {
    const { dept } = await counting(1)
    const answers = await Promise.all([1, 2, 3].map(() => lab.step('finish', dept.id, {}, lab.keeper)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409])
  })
})

describe('late observations', () => {
  test('are kept, change nothing, and open one review for each contradicted result [F62]', async () => {
    const { id, room, cards, dept } = await counting(3)
    const [seen, lost, far] = cards as [LabCard, LabCard, LabCard]
    await lab.scan(lab.keeper, id, seen.rfidCode, room)
    await lab.scan(lab.keeper, id, far.rfidCode, room)
    await lab.step('finish', dept.id, {}, lab.keeper)
    const before = await lab.lines(id)
    const early = new Date(Date.now() - 3_600_000).toISOString()
    const [late] = await lab.pushScan(lab.keeper, { checkId: id, code: lost.rfidCode, locationId: room }, early)
    expect(late).toMatchObject({ outcome: 'done' })
    expect((await lab.scan(lab.keeper, id, lost.rfidCode, room)).data).toMatchObject({
      isLate: 1,
      isDeciding: 0,
      result: 'match',
      lineResult: 'deficient',
    })
    expect((await lab.scan(lab.keeper, id, seen.rfidCode, room)).data).toMatchObject({ isLate: 1, lineResult: 'match' })
    expect((await lab.scan(lab.keeper, id, far.rfidCode, lab.rooms[1])).data).toMatchObject({ isLate: 1, result: 'misplaced' })
    expect((await lab.lines(id)).filter((line) => line.isSurplus !== 1)).toEqual(before)
    const reviews = (await manager.get<Page>('/eam/check-review/list', { checkId: id })).data.records
    expect(reviews.map((row) => [row.deviceName, row.lineResult, row.scanResult, row.reviewStatus]).sort()).toEqual(
      [
        [before.find((line) => line.deviceId === lost.id)!.deviceName, 'deficient', 'match', 'open'],
        [before.find((line) => line.deviceId === far.id)!.deviceName, 'match', 'misplaced', 'open'],
      ].sort(),
    )
    expect(await notices('check_review', id)).toHaveLength(2)

    // Post, then take one of them and keep the other.
    ok(await lab.step('real-submit', dept.id, {}, manager))
    const [of, elsewhere] = [reviews.find((row) => row.scanResult === 'match')!, reviews.find((row) => row.scanResult === 'misplaced')!]
    expect((await lab.keeper.post('/eam/check-review/take', { id: of.id, reason: '看到了' })).status).toBe(403)
    expect((await (await app.as('administrator', other)).post('/eam/check-review/take', { id: of.id, reason: 'x' })).status).toBe(404)
    expect((await manager.post('/eam/check-review/take', { id: of.id })).status).toBe(400)
    ok(await manager.post('/eam/check-review/take', { id: of.id, reason: '确实在' }))
    expect(await lab.line(id, lost.id)).toMatchObject({ result: 'match', posting: 'posted' })
    ok(await manager.post('/eam/check-review/keep', { id: elsewhere.id, reason: '已搬回' }))
    expect(await lab.line(id, far.id)).toMatchObject({ result: 'match' })
    expect((await lab.device(far.id)).locationId).toBe(room)
    expect((await manager.post('/eam/check-review/keep', { id: elsewhere.id, reason: '再' })).status).toBe(409)
  })

  test('after the end of the check they are late too, and an unlisted thing makes no line', async () => {
    const { id, room, one } = await counting(1)
    await lab.scan(lab.keeper, id, one.rfidCode, room)
    ok(await lab.admin.post('/eam/check/close', { id }))
    expect((await lab.scan(lab.keeper, id, one.rfidCode, lab.rooms[1])).data).toMatchObject({
      isLate: 1,
      isDeciding: 0,
      lineResult: 'match',
    })
    expect((await lab.scan(lab.keeper, id, 'NACHZÜGLER', room)).data).toMatchObject({ isLate: 1, lineId: null, result: 'surplus' })
    expect(await lab.lines(id)).toHaveLength(1)
    const reviews = (await manager.get<Page>('/eam/check-review/list', { checkId: id })).data.records
    expect(reviews.map((row) => [row.deviceName, row.lineResult ?? null, row.scanResult]).sort()).toEqual(
      [
        [one.name, 'match', 'misplaced'],
        ['NACHZÜGLER', null, 'surplus'],
      ].sort(),
    )
  })

  test('of one thing that two see at the same moment open one review', async () => {
    const { id, dept } = await counting(1)
    const room = await lab.room('骨科走廊', home.depts.bones)
    ok(await lab.step('real-submit', dept.id, {}, manager))
    const held = await holdWrites(app, 'check_review', `new.device_name = 'FREMD-ZWEI'`)
    const first = lab.scan(lab.keeper, id, 'FREMD-ZWEI', room)
    await held.reached()
    const second = lab.scan(lab.keeper, id, 'FREMD-ZWEI', room)
    await Promise.race([second, wait(300)])
    await held.release()
    expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([200, 200])
    expect((await manager.get<Page>('/eam/check-review/list', { checkId: id })).data.total).toBe(1)
  })

  test('of what is on no line open one review for each thing; taken, it is a surplus to confirm like every other', async () => {
    const { id, dept } = await counting(1)
    const room = await lab.room('骨科仓库', home.depts.bones)
    const foreign = await lab.card({ locationId: lab.rooms[0] })
    ok(await lab.step('real-submit', dept.id, {}, manager))
    const late = await lab.scan(lab.keeper, id, 'FREMD-LATE', room)
    expect(late.data).toMatchObject({ isLate: 1, lineId: null, result: 'surplus' })
    await lab.scan(lab.keeper, id, 'FREMD-LATE', room)
    await lab.scan(lab.keeper, id, foreign.rfidCode, room)
    const list = async () => (await manager.get<Page>('/eam/check-review/list', { checkId: id })).data.records
    const of = async (name: string) => (await list()).find((row) => row.deviceName === name)!
    expect((await list()).map((row) => [row.deviceName, row.scanResult, row.reviewStatus]).sort()).toEqual(
      [
        ['FREMD-LATE', 'surplus', 'open'],
        [foreign.name, 'surplus', 'open'],
      ].sort(),
    )
    expect(await notices('check_review', id)).toHaveLength(2)
    const keep = await of('FREMD-LATE')
    ok(await manager.post('/eam/check-review/keep', { id: keep.id, reason: '借用的' }))
    await lab.scan(lab.keeper, id, 'FREMD-LATE', room)
    expect(await list()).toHaveLength(2)
    expect(await lab.lines(id)).toHaveLength(1)
    expect((await lab.keeper.post('/eam/check-review/take', { id: (await of(foreign.name)).id, reason: 'x' })).status).toBe(403)
    ok(await manager.post('/eam/check-review/take', { id: (await of(foreign.name)).id, reason: '确实在' }))
    const line = await lab.line(id, foreign.id)
    expect(line).toMatchObject({ isSurplus: 1, result: 'surplus', posting: 'none', seenLocationName: expect.any(String) })
    expect(line.deptName).toBe('骨科')
    expect((await lab.device(foreign.id)).locationId).toBe(lab.rooms[0])
    ok(await manager.post('/eam/device/surplus', { ids: [line.id] }))
    expect((await lab.device(foreign.id)).locationId).toBe(room)
  })
})

describe('posting to the register', () => {
  test('places, wrong facts and cards found again; each touched card has its event, each keeper one notice', async () => {
    const { room, cards } = await counting(6)
    const [here, moved, elsewhere, wrong, taken, gone] = cards.map((card) => card.id) as [string, string, string, string, string, string]
    for (const card of [moved, elsewhere]) await lab.admin.post('/eam/device/submit', { id: card, keeperId: lab.keeper.userId })
    await raise(app, lab.admin, deviceState, 'miss', gone)
    const id = await lab.started({ scopeLocations: [room] })
    const dept = await lab.dept(id, '骨科')
    const code = (index: number) => cards[index]!.rfidCode
    await lab.scan(lab.keeper, id, code(0), room)
    await lab.scan(lab.keeper, id, code(1), lab.rooms[1])
    await lab.scan(lab.keeper, id, code(2), lab.rooms[2])
    await lab.scan(lab.keeper, id, code(3), room, { wrongField: 'sn', seenValue: 'SN-NEU' })
    await lab.scan(lab.keeper, id, code(4), room, { wrongField: 'rfidCode', seenValue: code(0) })
    await lab.scan(lab.keeper, id, code(5), room)
    expect((await lab.step('real-submit', dept.id, {}, lab.keeper)).status).toBe(403)
    expect((await lab.step('real-submit', dept.id, {}, await app.as('equipment_manager', other))).status).toBe(404)
    ok(await manager.post('/eam/check/real-submit', { ids: [dept.id] }))
    expect(await lab.dept(id, '骨科')).toMatchObject({ deptStatus: 'posted', postedAt: expect.any(String), submittedById: manager.userId })
    expect(await lab.device(here)).toMatchObject({ locationId: room, version: expect.any(Number) })
    expect(await lab.device(moved)).toMatchObject({ locationId: lab.rooms[1], useDeptId: home.depts.bones })
    // The room belongs to 内科, and so does now what lies in it.
    expect(await lab.device(elsewhere)).toMatchObject({ locationId: lab.rooms[2], useDeptId: home.depts.medicine })
    expect(await lab.device(wrong)).toMatchObject({ sn: 'SN-NEU', locationId: room })
    expect(await lab.device(taken)).toMatchObject({ rfidCode: code(4) })
    expect(await lab.device(gone)).toMatchObject({ eamStatus: 'in_stock' })
    const lines = await lab.lines(id)
    const posting = (device: string) => lines.find((line) => line.deviceId === device)!.posting
    expect([here, moved, elsewhere, wrong, taken, gone].map(posting)).toEqual(['posted', 'posted', 'posted', 'posted', 'changed', 'posted'])
    expect(String(lines.find((line) => line.deviceId === taken)!.reason)).toContain('已存在')
    expect((await events(moved))[0]).toMatchObject({ operationTypeValue: '盘点', showContent: expect.stringContaining('102') })
    expect((await events(elsewhere))[0]!.showContent).toContain('使用科室从 骨科 改为 内科')
    expect((await events(wrong))[0]!.showContent).toContain('SN-NEU')
    expect((await events(gone))[0]).toMatchObject({ operationTypeValue: '盘点找回' })
    const reported = await app.sql(`select user_id, detail from notice where tenant_id = $1 and kind = 'check_moved'`, [home.tenant])
    expect(reported).toHaveLength(1)
    expect(reported[0]!.user_id).toBe(lab.keeper.userId)
    expect(String(reported[0]!.detail).split('；')).toHaveLength(2)
    expect((await notices('check_posted', id)).map((row) => row.user_id).sort()).toEqual([lab.admin.userId, lab.keeper.userId].sort())
  })

  test('a card that changed since the start is not overwritten and asks; a person takes it or leaves it', async () => {
    const { id, cards, dept } = await counting(3)
    const [take, leave, same] = cards as [LabCard, LabCard, LabCard]
    for (const card of cards) await lab.scan(lab.keeper, id, card.rfidCode, lab.rooms[1])
    const third = await lab.room(`别处${v7().slice(-4)}`)
    for (const card of [take, leave]) await lab.admin.post('/eam/device/submit', { id: card.id, locationId: third })
    // This one has been brought where it was seen already: nothing is left to ask.
    await lab.admin.post('/eam/device/submit', { id: same.id, locationId: lab.rooms[1] })
    ok(await lab.step('real-submit', dept.id, {}, manager))
    expect((await lab.device(take.id)).locationId).toBe(third)
    const [a, b] = [await lab.line(id, take.id), await lab.line(id, leave.id)]
    expect([a.posting, b.posting, (await lab.line(id, same.id)).posting]).toEqual(['changed', 'changed', 'posted'])
    const settle = (ids: string[], take: number, more: object = {}, client = manager) =>
      client.post('/eam/check/settle', { ids, take, reason: '现场确认', ...more })
    expect((await settle([a.id], 1, {}, lab.keeper)).status).toBe(403)
    expect((await settle([a.id], 1, {}, await app.as('equipment_manager', other))).status).toBe(404)
    expect((await settle([a.id], 1, { reason: '' })).status).toBe(400)
    ok(await settle([a.id], 1))
    ok(await settle([b.id], 0))
    expect((await lab.device(take.id)).locationId).toBe(lab.rooms[1])
    expect((await lab.device(leave.id)).locationId).toBe(third)
    expect(await lab.line(id, take.id)).toMatchObject({ posting: 'posted', reason: '现场确认' })
    expect(await lab.line(id, leave.id)).toMatchObject({ posting: 'left', reason: '现场确认' })
    expect((await settle([a.id], 1)).status).toBe(400)
  })

  test('closed without posting, the register stays unchanged', async () => {
    const { id, one, dept } = await counting(1)
    await lab.scan(lab.keeper, id, one.rfidCode, lab.rooms[1])
    const before = await lab.device(one.id)
    ok(await lab.step('no-sync-submit', dept.id, {}, manager))
    expect(await lab.device(one.id)).toEqual(before)
    expect(await lab.line(id, one.id)).toMatchObject({ result: 'misplaced', posting: 'left' })
    expect(await lab.dept(id, '骨科')).toMatchObject({ deptStatus: 'kept' })
    expect((await lab.step('real-submit', dept.id, {}, manager)).error).toBe('wrong_state')
  })

  test('the check ends when no department waits; one that still counts is kept with what it has', async () => {
    const { id, dept } = await counting(2)
    ok(await lab.step('finish', dept.id, {}, lab.keeper))
    expect(await lab.admin.post('/eam/check/close', { id })).toMatchObject({
      status: 400,
      msg: '还有 1 个科室已提交但未处理：骨科，请先入账或存档',
    })
    ok(await lab.step('real-submit', dept.id, {}, manager))
    ok(await lab.admin.post('/eam/check/close', { id }))
    expect((await lab.step('anew-check', dept.id, { reason: '晚了' }, manager)).status).toBe(400)
    const second = await counting(1)
    ok(await lab.admin.post('/eam/check/close', { id: second.id }))
    expect(await lab.dept(second.id, '骨科')).toMatchObject({ deptStatus: 'kept' })
    expect(await lab.line(second.id, second.one.id)).toMatchObject({ result: 'pending', posting: 'left' })
  })
})

describe('counted again', () => {
  test('a department starts a new round over its book as it is now; the old round stays readable [ASSET-ST-INV-4]', async () => {
    const { id, room, cards, dept } = await counting(3)
    const [stays, leaves, lost] = cards as [LabCard, LabCard, LabCard]
    await lab.scan(lab.keeper, id, stays.rfidCode, room)
    await lab.scan(lab.keeper, id, 'FREMD-1', room)
    expect((await lab.step('anew-check', dept.id, { reason: '漏盘' }, manager)).error).toBe('wrong_state')
    ok(await lab.step('real-submit', dept.id, {}, manager))
    await lab.admin.post('/eam/device/submit', { id: leaves.id, useDeptId: home.depts.medicine })
    const comes = await lab.card({ locationId: room })
    expect((await lab.step('anew-check', dept.id, {}, manager)).status).toBe(400)
    expect((await lab.step('anew-check', dept.id, { reason: 'x' }, lab.keeper)).status).toBe(403)
    const between = new Date().toISOString()
    ok(await lab.step('anew-check', dept.id, { reason: '漏盘' }, manager))
    const lines = (await lab.lines(id, { deptId: home.depts.bones })).map((line) => [line.deviceId, line.result, line.posting])
    expect(lines.sort()).toEqual([stays.id, lost.id, comes.id].map((device) => [device, 'pending', 'none']).sort())
    expect(await lab.dept(id, '骨科')).toMatchObject({
      deptStatus: 'counting',
      round: 2,
      bookCount: 3,
      submittedById: null,
      postedAt: null,
    })
    expect((await lab.admin.get('/eam/check/details', { id })).data.lineCount).toBe(3)
    expect((await notices('check_anew', id)).map((row) => [row.user_id, row.detail])).toEqual([[lab.keeper.userId, '漏盘']])
    const history = JSON.stringify((await lab.admin.get<Page>('/eam/check-dept/history', { id: dept.id })).data.records)
    expect(history).toContain('相符 1')
    expect(history).toContain('漏盘')
    const old = (await lab.scans(id)).find((row) => row.deviceId === stays.id)!
    expect(old).toMatchObject({ round: 1, isDeciding: 0, result: 'match', isLate: 0 })
    // What a phone saw before the new round belongs to the old one.
    await lab.pushScan(lab.keeper, { checkId: id, code: lost.rfidCode, locationId: room }, between)
    expect(await lab.line(id, lost.id)).toMatchObject({ result: 'pending' })
    expect((await lab.scans(id)).find((row) => row.deviceId === lost.id)).toMatchObject({ round: 1, isLate: 1 })
    await lab.scan(lab.keeper, id, lost.rfidCode, room)
    expect(await lab.line(id, lost.id)).toMatchObject({ result: 'match' })
  })
})

describe('after the posting', () => {
  test('a surplus is confirmed: an unknown code becomes a card that waits for filing, a known card gets its place [ASSET-ST-INV-1]', async () => {
    const { id, dept } = await counting(1)
    const known = await lab.card({ useDeptId: home.depts.bones })
    const inBones = await lab.room(`骨${v7().slice(-4)}`, home.depts.bones)
    const epc = 'E28011700000020F1A2B3C4D'
    for (const code of [known.rfidCode, epc, 'PLATE-77']) await lab.scan(lab.keeper, id, code, inBones)
    const lines = await lab.lines(id, { result: 'surplus' })
    const of = (code: string) => lines.find((line) => line.deviceCode === code || line.deviceId === code)!.id
    const confirm = (ids: string[], more: object = {}, client = manager) => client.post('/eam/device/surplus', { ids, ...more })
    expect(await confirm([of(epc)], { deviceName: '监护仪' })).toMatchObject({ status: 400, error: 'rule' })
    ok(await lab.step('real-submit', dept.id, {}, manager))
    expect((await confirm([of(epc)], { deviceName: '监护仪' }, lab.keeper)).status).toBe(403)
    expect((await confirm([of(epc)], { deviceName: '监护仪' }, await app.as('equipment_manager', other))).status).toBe(404)
    expect(await confirm([of(epc)])).toMatchObject({ status: 400, error: 'bad_input' })
    ok(await confirm([of(epc)], { deviceName: '监护仪', deviceModel: 'iMEC8' }))
    ok(await confirm([of('PLATE-77')], { deviceName: '输液泵' }))
    ok(await confirm([of(known.id)]))
    const after = await lab.lines(id, { result: 'surplus' })
    expect(after.map((line) => line.posting)).toEqual(['confirmed', 'confirmed', 'confirmed'])
    const card = await lab.device(String(after.find((line) => line.deviceCode === epc)!.deviceId))
    expect(card).toMatchObject({
      deviceName: '监护仪',
      deviceModel: 'iMEC8',
      rfidCode: epc,
      filingStatus: 'pending',
      locationId: inBones,
      useDeptId: home.depts.bones,
    })
    expect(await lab.device(String(after.find((line) => line.deviceCode === 'PLATE-77')!.deviceId))).toMatchObject({
      sn: 'PLATE-77',
      rfidCode: null,
    })
    expect((await lab.device(known.id)).locationId).toBe(inBones)
    expect((await confirm([of(known.id)])).status).toBe(400)
  })

  test('a deficient card becomes missing, and the next check finds it again [ASSET-ST-INV-2]', async () => {
    const { id, room, cards, dept } = await counting(2)
    const [lost, moved] = cards as [LabCard, LabCard]
    ok(await lab.step('finish', dept.id, {}, lab.keeper))
    const [line, other_] = [await lab.line(id, lost.id), await lab.line(id, moved.id)]
    const confirm = (ids: string[], client = manager) => client.post('/eam/assetscard/deficient', { ids })
    expect((await confirm([line.id])).status).toBe(400)
    ok(await lab.step('real-submit', dept.id, {}, manager))
    await lab.admin.post('/eam/device/submit', { id: moved.id, locationId: lab.rooms[1] })
    expect((await confirm([line.id], lab.keeper)).status).toBe(403)
    expect((await confirm([line.id], await app.as('equipment_manager', other))).status).toBe(404)
    ok(await confirm([line.id, other_.id]))
    expect((await lab.device(lost.id)).eamStatus).toBe('missing')
    expect(await lab.line(id, lost.id)).toMatchObject({ posting: 'confirmed' })
    // It was moved after the book was taken, so a person has it.
    expect(await lab.line(id, moved.id)).toMatchObject({ posting: 'changed' })
    expect((await lab.device(moved.id)).eamStatus).toBe('in_stock')
    expect((await confirm([line.id])).status).toBe(400)
    const next = await lab.started({ scopeLocations: [room] })
    expect(await lab.line(next, lost.id)).toMatchObject({ bookStatus: 'missing' })
    await lab.scan(lab.keeper, next, lost.rfidCode, room)
    ok(await lab.step('real-submit', (await lab.dept(next, '骨科')).id, {}, manager))
    expect((await lab.device(lost.id)).eamStatus).toBe('in_stock')
  })

  test('a card whose repair ended while it was missing is found in use; one whose repair goes on is found in repair', async () => {
    const { room, cards } = await counting(3)
    const work = repairs(app, lab.admin)
    const [done, taken, open] = cards.map((card) => card.id) as [string, string, string]
    const orders: string[] = []
    for (const card of [done, taken, open]) {
      await raise(app, lab.admin, deviceState, 'receive', card)
      orders.push(await work.report(lab.keeper, card, { isStopped: 1 }))
      expect(await raise(app, lab.admin, deviceState, 'miss', card)).toEqual(expect.any(Number))
    }
    const engineer = await app.as('engineer')
    for (const [name, input] of [
      ['accept', {}],
      ['arrive', {}],
      ['finish', work.result],
    ] as const)
      await work.go(engineer, name, orders[0]!, input)
    await work.go(lab.keeper, 'check', orders[0]!, { rating: 4 })
    await work.go(lab.keeper, 'cancel', orders[1]!)
    const id = await lab.started({ scopeLocations: [room] })
    for (const card of cards) await lab.scan(lab.keeper, id, card.rfidCode, room)
    ok(await lab.step('real-submit', (await lab.dept(id, '骨科')).id, {}, manager))
    const states = await Promise.all([done, taken, open].map(async (card) => (await lab.device(card)).eamStatus))
    expect(states).toEqual(['in_use', 'in_use', 'repairing'])
    expect((await events(done)).slice(0, 2).map((row) => row.operationTypeValue)).toEqual(['维修验收', '盘点找回'])
    await work.go(lab.keeper, 'cancel', orders[2]!)
    expect((await lab.device(open)).eamStatus).toBe('in_use')
  })
})

test('what is counted beside the lines is what they say, after scans, posting, late ones, new rounds and surplus', () =>
  expectKeptLines(app))

test('a device that was found in a place that is closed by now stays where it was, and its line waits', async () => {
  const [room, closed] = [await lab.room('停用对照室'), await lab.room('将停用室')]
  const card = await lab.card({ locationId: room })
  const id = await lab.started({ scopeLocations: [room] })
  expect((await lab.admin.post('/eam/plc/location/submit', { id: closed, isInactive: 1 })).msg).toBe('操作成功')
  expect((await lab.scan(lab.keeper, id, card.rfidCode, closed)).data).toMatchObject({ result: 'misplaced' })
  const dept = await lab.dept(id, '骨科')
  ok(await lab.step('finish', dept.id, {}, lab.keeper))
  ok(await lab.step('real-submit', dept.id, {}, manager))
  expect(await lab.line(id, card.id)).toMatchObject({ result: 'misplaced', posting: 'changed', reason: '所在位置已停用，请先移到其他位置' })
  expect((await lab.device(card.id)).locationId).toBe(room)
})
