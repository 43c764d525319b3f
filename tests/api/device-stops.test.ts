import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { checkLab } from '#tests/harness/check-lab.ts'
import { custody, useUrl } from '#tests/harness/custody.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { raise } from '#tests/harness/inner-steps.ts'
import { Cache, op, push, pushWhole } from '#tests/harness/ops.ts'
import { repairs } from '#tests/harness/repairs.ts'
import { sheetOf } from '#tests/harness/sheets.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const [manager, engineer, keeper, clerk, head] = [
  await app.as('equipment_manager'),
  await app.as('engineer'),
  await app.as('keeper'),
  await app.as('warehouse_keeper'),
  await app.as('head'),
]
const lab = custody(app, admin)
const work = repairs(app, admin)
const path = '/eam/device-stop'
const { must } = lab
const { bones, medicine } = home.depts

const place = (deviceId: string, stopKind = 'recall', reason = '厂家通知', who: Client = engineer) =>
  who.post<Row>(`${path}/place`, { deviceId, stopKind, reason })
const stopped = async (deviceId: string, stopKind?: string): Promise<string> => String((await must(place(deviceId, stopKind))).id)
const lift = (stopId: string, who: Client = engineer) => who.post<Row>(`${path}/lift`, { stopId, liftReason: '已整改' })
const stateOf = async (id: string) => {
  const { eamStatus, stopKinds } = await lab.device(id)
  return [eamStatus, stopKinds ?? []]
}
const use = (client: Client, name: string, id: unknown, more: object = {}) => client.post<Row>(`${useUrl}/${name}`, { id, ...more })
const lent = async (card: string): Promise<string> => {
  const { id } = await lab.firstUse(await lab.approved(clerk, 'borrow', [card]))
  await must(use(keeper, 'submit', id))
  await must(use(clerk, 'confirm', id))
  return String(id)
}
const told = async (card: string, kind: string): Promise<unknown[]> =>
  (await app.sql('select user_id from notice where kind = $1 and target_id = $2', [kind, card])).map((row) => row.user_id)

describe('a stop', () => {
  test('is placed and lifted by kind; the card goes on as before with the last one', async () => {
    const card = await lab.card()
    const recall = await stopped(card)
    expect(await stateOf(card)).toEqual(['idle', ['recall']])
    const quality = await stopped(card, 'quality')
    expect(await stateOf(card)).toEqual(['idle', ['recall', 'quality']])
    expect((await place(card)).msg).toBe(`设备“${(await lab.device(card)).deviceName}”已因厂家召回停用`)
    await must(lift(recall))
    expect(await stateOf(card)).toEqual(['idle', ['quality']])
    expect((await lift(recall)).status).toBe(409)
    await must(lift(quality, manager))
    expect(await stateOf(card)).toEqual(['in_use', []])
    const rows = (await admin.get<Page>(`${path}/list`, { deviceId: card })).data.records
    expect(rows).toHaveLength(2)
    expect(rows.find(({ id }) => id === recall)).toMatchObject({
      ...{ reason: '厂家通知', liftReason: '已整改', placedById: engineer.userId, liftedById: engineer.userId },
      ...{ stopNo: expect.stringMatching(/^TY-/), since: expect.any(String), liftedAt: expect.any(String) },
    })
    const { records } = (await admin.get<Page>('/eam/device/history', { id: card })).data
    const said = records.map(({ operationTypeValue, showContent }) => `${operationTypeValue} ${showContent}`).join('\n')
    for (const word of ['停用设备', '厂家召回', '厂家通知', '停止使用', '解除停用', '已整改', '恢复使用']) expect(said).toContain(word)
    const english = (await admin.get<Page>('/eam/device/history', { id: card }, { 'accept-language': 'en' })).data.records
    expect(english.map((row) => String(row.showContent)).join()).toContain('Manufacturer recall, Quality control')
  })

  test('needs the right, a reason, a kind that people place, a device of the own hospital', async () => {
    const card = await lab.card()
    for (const who of [keeper, head, clerk]) expect((await place(card, 'recall', '召回', who)).status).toBe(403)
    expect((await place(card, 'recall', '')).msg).toBe('停用原因不能为空')
    expect((await place(card, 'metrology')).status).toBe(400)
    const neighbour = await app.as('administrator', other)
    expect((await place(card, 'recall', '召回', neighbour)).status).toBe(404)
    const id = await stopped(card)
    for (const who of [keeper, head, clerk]) expect((await lift(id, who)).status).toBe(403)
    expect((await lift(id, neighbour)).status).toBe(404)
    expect((await engineer.post(`${path}/lift`, { stopId: id })).msg).toBe('解除原因不能为空')
    expect(await stateOf(card)).toEqual(['idle', ['recall']])
    const gone = await lab.card(['applyDisposal', 'dispose'])
    expect((await place(gone)).msg).toContain('已报废，不能停用')
    expect((await neighbour.get<Page>(`${path}/list`, {})).data.total).toBe(0)
  })

  test('ends with the disposal of its device, and is counted on the first page while it is open', async () => {
    const figure = async () => {
      const { data } = await manager.get<{ code: string; count: number }[]>('/eam/home-page/warn-statistics')
      return data.find(({ code }) => code === 'asset.stopped')?.count ?? 0
    }
    const card = await lab.card()
    const before = await figure()
    await stopped(card)
    expect(await figure()).toBe(before + 1)
    for (const name of ['applyDisposal', 'dispose'] as const)
      expect(await raise(app, admin, deviceState, name, card)).toEqual(expect.any(Number))
    expect(await stateOf(card)).toEqual(['disposed', []])
    expect(await figure()).toBe(before)
  })

  test('ends with a card that is removed', async () => {
    const [draft, filed] = [await lab.card([]), await lab.card()]
    const stops = [await stopped(draft), await stopped(draft, 'quality'), await stopped(filed)]
    await must(admin.post('/eam/device/remove', { ids: [draft] }))
    await must(admin.get('/eam/device/deleteCardAndRecordAndAsscod', { deviceCardId: filed }))
    const open = (await admin.get<Page>(`${path}/list`, { liftedAt: '_none', size: 100 })).data.records.map(({ id }) => id)
    for (const stop of stops) expect(open).not.toContain(stop)
    const [{ state }] = (await app.sql('select eam_status as state from device where id = $1 and is_deleted', [filed])) as [Row]
    expect(state).toBe('in_use')
  })

  test('is a filter and a column of the cards, also of their export', async () => {
    const [none, one, two] = [await lab.card(), await lab.card(), await lab.card()]
    for (const [card, kind] of [
      [one, 'recall'],
      [two, 'recall'],
      [two, 'quality'],
    ] as const)
      await stopped(card, kind)
    const found = async (stopKinds: string) =>
      (await admin.get<Page>('/eam/device/list', { stopKinds, size: 200 })).data.records.map(({ id }) => id).filter((id) => own.has(id))
    const own = new Set<unknown>([none, one, two])
    for (const [asked, ids] of [
      ['recall', [one, two]],
      ['quality', [two]],
      ['statutory', []],
      ['quality,_none', [none, two]],
      ['_none', [none]],
      ['_some', [one, two]],
    ] as const)
      expect([asked, new Set(await found(asked))]).toEqual([asked, new Set(ids)])
    expect((await admin.get('/eam/device/list', { stopKinds: 'broken' })).msg).toContain('停用类型不在可选范围内')
    const sheet = await sheetOf(admin, '/eam/device/export', { stopKinds: 'quality', columns: 'stopKinds', format: 'csv' })
    expect([sheet.headings, sheet.rows.map(([first]) => first)]).toEqual([['停用类型'], expect.arrayContaining(['厂家召回、质控'])])
  })

  test('is on the phones that hold the card', async () => {
    const card = await lab.card()
    await stopped(card, 'statutory')
    const phone = new Cache(keeper)
    await phone.pull()
    const held = [...phone.rows].find(([key]) => key.endsWith(card))?.[1]
    expect(held).toMatchObject({ eamStatus: 'idle', stopKinds: ['statutory'] })
  })

  test('is never from before its device, nor lifted before it was placed, by any claim of a phone; so are changes of several cards', async () => {
    const card = await lab.card()
    await must(admin.post('/eam/device/seal', { id: card, reason: '备用' }))
    const send = async (kind: string, id: string, body: object) => {
      const occurredAt = new Date(Date.now() - 300 * 86_400_000).toISOString()
      const sent = await op({ kind, target: { type: 'device', id }, body, occurredAt })
      const { data } = await pushWhole(admin, [sent], { body: { deviceId: v7() } })
      expect([kind, data.results]).toMatchObject([kind, [{ outcome: 'done' }]])
    }
    await send('device.placeStop', card, { deviceId: card, stopKind: 'recall', reason: '召回' })
    await send('device.batchEdit', card, { ids: [card], brand: '甲' })
    await stopped(card, 'quality')
    for (const { id } of await app.sql('select id from device_stop where device_id = $1', [card]))
      await send('device.liftStop', String(id), { stopId: id, liftReason: '已整改' })
    const early = `select 1 from device d join device_stop s on s.device_id = d.id where d.id = $1 and (s.since < d.created_at or s.lifted_at < s.since)
      union all select 1 from device d join audit_event e on e.entity_id = d.id where d.id = $1 and e.occurred_at < d.created_at`
    expect(await app.sql(early, [card])).toEqual([])
  })

  test('is placed once by two people at once', async () => {
    const card = await lab.card()
    const answers = await Promise.all([1, 2, 3].map(() => place(card)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await admin.get<Page>(`${path}/list`, { deviceId: card })).data.total).toBe(1)
  })

  test('leaves a card sealed that a manager sealed; unsealing is refused until it is lifted', async () => {
    const card = await lab.card()
    await must(admin.post('/eam/device/seal', { id: card, reason: '备用' }))
    const stop = await stopped(card, 'quality')
    const refused = await admin.post('/eam/device/unseal', { id: card })
    expect([refused.status, refused.msg]).toEqual([409, expect.stringContaining('因质控停用：厂家通知')])
    await must(lift(stop))
    expect(await stateOf(card)).toEqual(['idle', []])
    await must(admin.post('/eam/device/unseal', { id: card }))
    expect(await stateOf(card)).toEqual(['in_use', []])
  })
})

describe('giving out a stopped device', () => {
  test('is refused with its reason, from the application on and at the act', async () => {
    const [card, reserved] = [await lab.card(), await lab.card()]
    const waiting = await lab.firstUse(await lab.approved(clerk, 'borrow', [reserved]))
    const [stop, other] = [await stopped(card), await stopped(reserved)]
    const why = expect.stringContaining('因厂家召回停用：厂家通知')
    for (const kind of ['receive', 'borrow', 'allot']) expect((await lab.apply(clerk, kind, [card])).msg).toEqual(why)
    expect((await use(keeper, 'submit', waiting.id)).msg).toEqual(why)
    const english = await keeper.post(`${useUrl}/submit`, { id: waiting.id }, { 'accept-language': 'en' })
    expect(english.msg).toContain('is out of service (Manufacturer recall): 厂家通知')
    for (const name of ['receive', 'lend', 'allot', 'unseal'] as const)
      expect(await raise(app, admin, deviceState, name, card), name).toBe('conflict')
    const share = { ids: [card], priceKind: 'hour', unitPrice: '1.00' }
    expect((await admin.post('/eam/share/device/tag-submit', share)).msg).toEqual(why)
    await must(lift(stop))
    await must(lift(other))
    await must(use(keeper, 'submit', waiting.id))
    expect((await lab.apply(clerk, 'borrow', [card])).status).toBe(200)
  })

  test('through the pool is refused, offers nothing, and announces the device once the last stop is lifted', async () => {
    const card = await lab.card()
    await must(admin.post('/eam/share/device/tag-submit', { ids: [card], priceKind: 'hour', unitPrice: '1.00' }))
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const wanted = { deviceId: card, borrowDeptId: medicine, fromTime: at(0), toTime: at(4) }
    const save = '/eam/deviceusemanage/shared-borrowing-save'
    const id = String((await must(admin.post(save, { ...wanted, handOutNow: 1 }))).id)
    const waits = await must(admin.post('/eam/share/waiting/submit', { deviceId: card, borrowDeptId: medicine }))
    const stop = await stopped(card)
    expect(await stateOf(card)).toEqual(['lent', ['recall']])
    expect(await told(card, 'loan_stopped')).toContain(admin.userId)
    await must(admin.post('/eam/deviceusemanage/shared-borrowing-return', { id, condition: 'good' }))
    expect(await stateOf(card)).toEqual(['idle', ['recall']])
    expect(
      await app.sql(`select 1 from notice where kind = 'pool_free' and subject like '%' || $1 || '%'`, [
        (await lab.device(card)).deviceCode,
      ]),
    ).toEqual([])
    expect((await admin.post(save, wanted)).msg).toContain('因厂家召回停用')
    const offered = (await admin.get<{ id: string; name: string }[]>('/eam/share/device/to-borrow', { ids: card })).data
    expect(offered[0]!.name).toContain('设备停用')
    const waiting = async () => (await admin.get('/eam/share/waiting/detail', { id: waits.id })).data.waitingStatus
    const quality = await stopped(card, 'quality')
    await must(lift(stop))
    expect(await waiting()).toBe('waiting')
    await must(lift(quality))
    expect([await waiting(), await told(String(waits.id), 'pool_free')]).toEqual(['noticed', [admin.userId]])
  })

  test('that a phone recorded before the stop is accepted and called back', async () => {
    const cards = [await lab.card(), await lab.card([]), await lab.card()]
    const before = new Date(Date.now() - 1000).toISOString()
    const handed = async (kind: string, card: string) => {
      const { id } = await lab.firstUse(await lab.approved(clerk, kind, [card]))
      await must(use(keeper, 'submit', id))
      return { id: String(id), version: Number((await lab.use(String(id))).version) }
    }
    const uses = [await handed('borrow', cards[0]!), await handed('receive', cards[1]!), await handed('allot', cards[2]!)]
    for (const card of cards) await stopped(card)
    const confirm = (at: number, occurredAt: string) =>
      op({
        kind: 'deviceUse.confirm',
        target: { type: 'deviceUse', id: uses[at]!.id },
        baseVersion: uses[at]!.version,
        body: {},
        occurredAt,
      })
    const late = await push(clerk, await confirm(0, new Date(Date.now() + 1000).toISOString()))
    expect(late).toMatchObject([{ outcome: 'refused', msg: expect.stringContaining('因厂家召回停用') }])
    for (const at of [0, 1, 2]) expect(await push(clerk, await confirm(at, before))).toMatchObject([{ outcome: 'done' }])
    expect(await stateOf(cards[0]!)).toEqual(['lent', ['recall']])
    expect(await stateOf(cards[1]!)).toEqual(['idle', ['recall']])
    expect(await stateOf(cards[2]!)).toEqual(['idle', ['recall']])
    expect((await lab.device(cards[1]!)).useDeptId).toBe(medicine)
    expect(await told(cards[0]!, 'loan_stopped')).toContain(clerk.userId)
    for (const at of [1, 2]) expect(await told(cards[at]!, 'device_stopped')).toContain(clerk.userId)
    await must(use(clerk, 'give-back', uses[0]!.id))
    await must(use(keeper, 'takeBack', uses[0]!.id, { condition: 'good' }))
    expect(await stateOf(cards[0]!)).toEqual(['idle', ['recall']])
  })

  test('that a phone recorded before the stop is accepted from the pool and at the first of two confirmations, too', async () => {
    const [reserved, lentAtOnce, borrowed] = [await lab.card(), await lab.card(), await lab.card()]
    for (const id of [reserved, lentAtOnce])
      await must(admin.post('/eam/share/device/tag-submit', { ids: [id], priceKind: 'hour', unitPrice: '1.00' }))
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const wanted = (deviceId: string) => ({ deviceId, borrowDeptId: medicine, fromTime: at(0), toTime: at(4) })
    const id = String((await must(manager.post('/eam/deviceusemanage/shared-borrowing-save', wanted(reserved)))).id)
    const lending = (occurredAt: string) =>
      op({ kind: 'sharedBorrowing.handOut', target: { type: 'sharedBorrowing', id }, baseVersion: 1, body: {}, occurredAt })
    const given = (occurredAt: string) => op({ kind: 'sharedBorrowing.submit', body: { ...wanted(lentAtOnce), handOutNow: 1 }, occurredAt })
    const { id: useId } = await lab.firstUse(await lab.approved(clerk, 'borrow', [borrowed]))
    const version = Number((await lab.use(String(useId))).version)
    const handing = (occurredAt: string) =>
      op({ kind: 'deviceUse.handOut', target: { type: 'deviceUse', id: String(useId) }, baseVersion: version, body: {}, occurredAt })
    // A stop of the same millisecond would count as before.
    const before = new Date(Date.now() - 1).toISOString()
    for (const card of [reserved, lentAtOnce, borrowed]) await stopped(card)
    const later = new Date(Date.now() + 1000).toISOString()
    for (const late of [await lending(later), await given(later)])
      expect(await push(admin, late)).toMatchObject([{ outcome: 'refused', msg: expect.stringContaining('因厂家召回停用') }])
    expect(await push(keeper, await handing(later))).toMatchObject([{ outcome: 'refused', msg: expect.stringContaining('因厂家召回停用') }])
    for (const done of [await lending(before), await given(before)]) expect(await push(admin, done)).toMatchObject([{ outcome: 'done' }])
    expect(await push(keeper, await handing(before))).toMatchObject([{ outcome: 'done' }])
    expect(await stateOf(reserved)).toEqual(['lent', ['recall']])
    expect(await stateOf(lentAtOnce)).toEqual(['lent', ['recall']])
    expect(await told(reserved, 'loan_stopped')).toEqual(expect.arrayContaining([manager.userId, admin.userId]))
    expect(await told(lentAtOnce, 'loan_stopped')).toContain(admin.userId)
    expect(await told(borrowed, 'device_stopped')).toEqual(expect.arrayContaining([clerk.userId, keeper.userId]))
    await must(admin.post('/eam/deviceusemanage/shared-borrowing-return', { id, condition: 'good' }))
    expect(await stateOf(reserved)).toEqual(['idle', ['recall']])
  })
})

describe('what comes back while it is stopped', () => {
  test('a loan is accepted, also from a phone: the card goes idle, and on as before once the stop is lifted', async () => {
    const card = await lab.card()
    const id = await lent(card)
    const stop = await stopped(card)
    expect(await stateOf(card)).toEqual(['lent', ['recall']])
    expect(await told(card, 'loan_stopped')).toContain(clerk.userId)
    const version = Number((await lab.use(id)).version)
    const target = { type: 'deviceUse', id }
    const back = await op({ kind: 'deviceUse.giveBack', target, baseVersion: version, body: {} })
    expect(await push(clerk, back)).toMatchObject([{ outcome: 'done' }])
    const taken = await op({ kind: 'deviceUse.takeBack', target, baseVersion: version + 1, body: { condition: 'good' } })
    expect(await push(keeper, taken)).toMatchObject([{ outcome: 'done' }])
    expect(await stateOf(card)).toEqual(['idle', ['recall']])
    await must(lift(stop))
    expect(await stateOf(card)).toEqual(['in_use', []])
  })

  test('a stop that is lifted while the device is lent or in repair leaves it there', async () => {
    const card = await lab.card()
    const id = await lent(card)
    await must(lift(await stopped(card)))
    expect(await stateOf(card)).toEqual(['lent', []])
    await must(use(clerk, 'give-back', id))
    await must(use(keeper, 'takeBack', id, { condition: 'good' }))
    expect(await stateOf(card)).toEqual(['in_use', []])
  })

  test('a repair is signed off or cancelled, and the card goes idle', async () => {
    for (const [end, input] of [
      ['check', { rating: 5 }],
      ['cancel', {}],
    ] as const) {
      const card = await work.card()
      const order = await work.report(keeper, card, { isStopped: 1 })
      expect((await stateOf(card))[0]).toBe('repairing')
      const stop = await stopped(card, 'quality')
      expect(await stateOf(card)).toEqual(['repairing', ['quality']])
      if (end === 'check') {
        for (const step of ['accept', 'arrive']) await work.go(engineer, step, order)
        await work.go(engineer, 'finish', order, work.result)
      }
      await work.go(keeper, end, order, input)
      expect(await stateOf(card), end).toEqual(['idle', ['quality']])
      await must(lift(stop))
      expect(await stateOf(card), end).toEqual(['in_use', []])
    }
  })

  test('a device whose repair is still open goes into repair when its stop is lifted', async () => {
    const card = await work.card()
    const stop = await stopped(card)
    const order = await work.report(keeper, card, { isStopped: 1 })
    expect(await stateOf(card)).toEqual(['idle', ['recall']])
    await must(lift(stop))
    expect(await stateOf(card)).toEqual(['repairing', []])
    await work.go(keeper, 'cancel', order)
    expect(await stateOf(card)).toEqual(['in_use', []])
  })

  test('a device goes back into stock, stopped, and is in stock once the stop is lifted', async () => {
    // Also one of which a fault was reported while it was stopped.
    for (const isReported of [false, true]) {
      const card = await lab.card()
      const stop = await stopped(card)
      if (isReported) await work.report(keeper, card, { isStopped: 1 })
      const { id } = await lab.firstUse(await lab.approved(keeper, 'regain', [card], { useDeptId: medicine, deptId: bones }))
      await must(use(keeper, 'submit', id))
      await must(use(admin, 'confirm', id))
      expect(await stateOf(card)).toEqual(['idle', ['recall']])
      await must(lift(stop))
      expect(await stateOf(card)).toEqual(['in_stock', []])
    }
  })

  test('a disposal that is undone and a missing device that is found leave it idle; a stop lifted meanwhile does not', async () => {
    for (const [away, back] of [
      ['applyDisposal', 'rejectDisposal'],
      ['miss', 'find'],
    ] as const) {
      const [first, second, third] = [await lab.card(), await lab.card(), await lab.card()]
      // Stopped before it goes, stopped while it is away, and lifted while it is away.
      await stopped(first)
      const meanwhile = await stopped(third)
      for (const card of [first, second, third]) expect(await raise(app, admin, deviceState, away, card)).toEqual(expect.any(Number))
      await stopped(second)
      await must(lift(meanwhile))
      for (const card of [first, second, third]) expect(await raise(app, admin, deviceState, back, card)).toEqual(expect.any(Number))
      expect(await stateOf(first), back).toEqual(['idle', ['recall']])
      expect(await stateOf(second), back).toEqual(['idle', ['recall']])
      expect(await stateOf(third), back).toEqual(['in_use', []])
    }
  })
})

test('a check asks about a device that was stopped after it began, and takes it where it was seen', async () => {
  const checks = await checkLab(app)
  const [moved, stays] = [await checks.card({ locationId: await checks.room('停用间') }), await checks.card()]
  for (const { id } of [moved, stays]) await raise(app, admin, deviceState, 'receive', id)
  const check = await checks.started({ scopeLocations: [(await lab.device(moved.id)).locationId, checks.rooms[0]] })
  await checks.scan(keeper, check, moved.rfidCode, checks.rooms[1])
  await checks.scan(keeper, check, stays.rfidCode, checks.rooms[0])
  for (const { id } of [moved, stays]) await stopped(id)
  await must(checks.step('real-submit', (await checks.dept(check, '骨科')).id, {}, manager))
  expect(await checks.line(check, moved.id)).toMatchObject({ result: 'misplaced', posting: 'changed', reason: '盘点开始后设备卡已变动' })
  expect(await checks.line(check, stays.id)).toMatchObject({ result: 'match', posting: 'posted' })
  const { id } = await checks.line(check, moved.id)
  expect((await manager.post('/eam/check/settle', { ids: [id], take: 1, reason: '现场确认' })).msg).toBe('操作成功')
  expect((await lab.device(moved.id)).locationId).toBe(checks.rooms[1])
  for (const card of [moved, stays]) expect(await stateOf(card.id)).toEqual(['idle', ['recall']])
})
