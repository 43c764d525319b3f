import { setTimeout as wait } from 'node:timers/promises'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page } from '#tests/harness/app-for-test.ts'
import { checkLab, type LabCard } from '#tests/harness/check-lab.ts'
import { holdWrites } from '#tests/harness/hold-writes.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { expectKeptLines } from '#tests/harness/kept-lines.ts'

const app = await appForFile()
const lab = await checkLab(app)

const rowsOf = async (table: string) => (await app.sql(`select count(*)::int as n from ${table} where tenant_id = $1`, [home.tenant]))[0]!.n
/** A check of fresh cards in a room of their own. */
const counting = async (count = 1, more: Record<string, unknown>[] = []) => {
  const room = await lab.room(`间${v7().slice(-6)}`)
  const cards = []
  for (let index = 0; index < count; index++) cards.push(await lab.card({ locationId: room, ...more[index] }))
  return { id: await lab.started({ scopeLocations: [room] }), room, cards, one: cards[0]! }
}

describe('a check and its book', () => {
  test('wrong scopes and people are refused and leave nothing', async () => {
    const before = [await rowsOf('check_task'), await rowsOf('audit_event')]
    for (const [body, field] of [
      [{ scopeDepts: [v7()] }, 'scopeDepts'],
      [{ scopeDepts: [other.depts.bones] }, 'scopeDepts'],
      [{ scopeStates: ['sold'] }, 'scopeStates'],
      [{ members: [{ userId: v7() }] }, 'userId'],
      [{ lines: [{ deviceId: v7() }] }, 'lines'],
      [{ checkStatus: 'open' }, 'checkStatus'],
      [{ lineCount: 3 }, 'lineCount'],
      [{ mode: null }, 'mode'],
    ] as const) {
      const answer = await lab.submit(body)
      expect(answer, JSON.stringify(body)).toMatchObject({ status: 400, error: 'bad_input' })
      expect(JSON.stringify(answer.data)).toContain(field)
    }
    expect((await lab.submit({ endDate: '2026-10-31' })).status).toBe(400)
    expect([await rowsOf('check_task'), await rowsOf('audit_event')]).toEqual(before)
  })

  test('the start takes the filed cards within the scope, with everything below it [ASSET-CAP-6]', async () => {
    const [one, two] = [await lab.room('甲'), await lab.room('乙')]
    const bones = await lab.card({ locationId: one })
    const surgery = await lab.card({ locationId: one, useDeptId: home.depts.surgery })
    const medicine = await lab.card({ locationId: two, useDeptId: home.depts.medicine })
    const idle = await lab.card({ locationId: one })
    await lab.admin.post('/eam/device/seal', { id: idle.id, reason: '暂不使用' })
    await lab.admin.post('/eam/device/submit', { deviceName: '草稿', locationId: one })
    const has = async (scope: Record<string, unknown>) => (await lab.lines(await lab.started(scope))).map((line) => line.deviceId).sort()
    const ids = (...cards: { id: string }[]) => cards.map((card) => card.id).sort()
    expect(await has({ scopeLocations: [one] })).toEqual(ids(bones, surgery, idle))
    expect(await has({ scopeLocations: [one, two] })).toEqual(ids(bones, surgery, idle, medicine))
    // 外科 holds 骨科.
    expect(await has({ scopeLocations: [one, two], scopeDepts: [home.depts.surgery] })).toEqual(ids(bones, surgery, idle))
    expect(await has({ scopeLocations: [one, two], scopeDepts: [home.depts.bones, home.depts.medicine] })).toEqual(
      ids(bones, idle, medicine),
    )
    expect(await has({ scopeLocations: [one], scopeStates: ['idle'] })).toEqual(ids(idle))
    const add = async (categoryName: string, parentId?: string) =>
      (await lab.admin.post('/eam/assets-category/submit', { categoryName, parentId })).data.id
    const category = await add('专用设备')
    await lab.admin.post('/eam/device/submit', { id: bones.id, assetsCategoryId: await add('输注', category) })
    expect(await has({ scopeCategories: [category] })).toEqual(ids(bones))
    const id = (await lab.submit({ scopeLocations: [await lab.room('空')] })).data.id
    expect(await lab.admin.post('/eam/check/start', { id })).toMatchObject({ status: 400, msg: '盘点范围内没有已建档的设备，请调整范围' })
    expect((await lab.admin.get('/eam/check/details', { id })).data).toMatchObject({ checkStatus: 'draft', lineCount: null })
  })

  test('the start copies the book side, by department; a started check is closed to drafts', async () => {
    const { id, room, one } = await counting(3, [{}, { useDeptId: home.depts.medicine }, { useDeptId: null }])
    await lab.admin.post('/eam/device/submit', { id: one.id, deviceName: '改名', locationId: lab.rooms[1] })
    expect(await lab.line(id, one.id)).toMatchObject({
      deviceName: one.name,
      bookDeptId: home.depts.bones,
      deptId: home.depts.bones,
      bookLocationId: room,
      bookStatus: 'in_stock',
      bookStatusValue: '在库',
      bookValue: '100.00',
      result: 'pending',
      posting: 'none',
    })
    expect((await lab.depts(id)).map((row) => [row.deptTitle, row.deptStatus, row.bookCount, row.round]).sort()).toEqual([
      ['内科', 'counting', 1, 1],
      ['未分配科室', 'counting', 1, 1],
      ['骨科', 'counting', 1, 1],
    ])
    expect((await lab.admin.get('/eam/check/details', { id })).data).toMatchObject({
      checkStatus: 'open',
      lineCount: 3,
      startedAt: expect.stringMatching(/^20/),
    })
    expect(await lab.admin.post('/eam/check/submit', { id, checkTitle: 'x' })).toMatchObject({ status: 409, error: 'closed' })
    expect((await lab.admin.post(`/eam/check/remove?ids=${id}`)).status).toBe(409)
    expect((await lab.admin.post('/eam/check/start', { id })).error).toBe('wrong_state')
  })

  test('its members are notified of the start', async () => {
    const { id } = await counting()
    const reported = await app.sql(`select user_id, kind from notice where tenant_id = $1 and target_id = $2`, [home.tenant, id])
    expect(reported).toEqual([{ user_id: lab.keeper.userId, kind: 'check_started' }])
  })
})

describe('who sees a check and counts in it', () => {
  test('its members and its creator; others get 404, and a person who sees all but does not count gets the reason', async () => {
    const { id, one } = await counting()
    const draft = (await lab.submit({})).data.id
    const [head, stranger, warehouse, engineer] = [
      await app.as('head'),
      await app.as('administrator', other),
      await app.as('warehouse_keeper'),
      await app.as('engineer'),
    ]
    expect((await lab.keeper.get<Page>('/eam/check/list', { size: 200 })).data.records.map((row) => row.id)).toContain(id)
    for (const [client, hidden] of [
      [head, id],
      [lab.keeper, draft],
      [stranger, id],
    ] as const) {
      expect((await client.get('/eam/check/details', { id: hidden })).status).toBe(404)
      expect((await client.get<Page>('/eam/check/list', { size: 200 })).data.records.map((row) => row.id)).not.toContain(hidden)
      expect((await client.get<Page>('/eam/check-dept/list', { checkId: hidden })).data.total).toBe(0)
    }
    expect(await lab.scan(warehouse, id, one.rfidCode)).toMatchObject({ status: 404, error: 'not_found' })
    expect((await lab.scan(stranger, id, one.rfidCode)).status).toBe(404)
    expect(await lab.scan(head, id, one.rfidCode)).toMatchObject({ status: 403, error: 'forbidden' })
    expect(await lab.scan(engineer, id, one.rfidCode)).toMatchObject({ status: 400, msg: '您不是这次盘点的盘点人员' })
    expect((await lab.scan(lab.admin, id, one.rfidCode)).status).toBe(200)
  })

  test('a member who is added sees the check in an exact total', async () => {
    const id = (await lab.submit({ members: [] })).data.id
    const total = async () => (await lab.keeper.get<Page>('/eam/check/list')).data.total
    const before = await total()
    await lab.admin.post('/eam/check/submit', { id, members: [{ userId: lab.keeper.userId }] })
    expect(await total()).toBe(before + 1)
    await lab.admin.post('/eam/check/submit', { id, members: [] })
    expect(await total()).toBe(before)
  })
})

describe('observations', () => {
  test('match, misplaced, mismatch and surplus; lines are book and surplus [ASSET-CAP-7]', async () => {
    const { id, room, cards } = await counting(3)
    const [here, moved, wrong] = cards as [LabCard, LabCard, LabCard]
    const extra = await lab.card({ useDeptId: home.depts.medicine })
    const { keeper } = lab
    expect((await lab.scan(keeper, id, here.rfidCode, room, { note: '完好', reason: '贴新标签' })).data).toMatchObject({
      result: 'match',
      resultValue: '相符',
      isDeciding: 1,
      isLate: 0,
    })
    expect((await lab.scan(keeper, id, moved.rfidCode, lab.rooms[1])).data).toMatchObject({ result: 'misplaced' })
    expect((await lab.scan(keeper, id, wrong.rfidCode, room, { wrongField: 'sn', seenValue: 'SN-9' })).data).toMatchObject({
      result: 'mismatch',
    })
    // Found in a room of 内科, which has no part in this check.
    const known = (await lab.scan(keeper, id, extra.rfidCode, lab.rooms[2])).data
    expect(known).toMatchObject({ result: 'surplus', deviceId: extra.id, lineId: expect.any(String) })
    // Found in a room of no department by a person of another department.
    const unknown = (await lab.scan(keeper, id, 'UNKNOWN-1', room)).data
    expect(unknown).toMatchObject({ result: 'surplus', deviceId: null })
    expect((await lab.scan(await app.as('administrator'), id, 'UNKNOWN-1', room)).data).toMatchObject({
      lineId: unknown.lineId,
      isDeciding: 0,
    })
    expect(await lab.line(id, here.id)).toMatchObject({
      result: 'match',
      seenLocationId: room,
      seenById: keeper.userId,
      reason: '贴新标签',
    })
    expect(await lab.line(id, moved.id)).toMatchObject({ result: 'misplaced', seenLocationId: lab.rooms[1] })
    expect(await lab.line(id, wrong.id)).toMatchObject({ result: 'mismatch', wrongField: 'sn', seenValue: 'SN-9' })
    expect(await lab.line(id, extra.id)).toMatchObject({
      result: 'surplus',
      isSurplus: 1,
      deptId: home.depts.bones,
      bookDeptId: home.depts.medicine,
    })
    const lines = await lab.lines(id)
    expect(lines).toHaveLength(5)
    expect(lines.find((line) => line.deviceCode === 'UNKNOWN-1')).toMatchObject({
      deviceId: null,
      isSurplus: 1,
      deptId: home.depts.bones,
    })
    expect((await lab.depts(id)).map((row) => [row.deptTitle, row.bookCount])).toEqual([['骨科', 3]])
    expect(await lab.scans(id)).toHaveLength(6)
    const { qrToken } = await lab.device(here.id)
    expect((await lab.scan(keeper, id, `https://x.example/m/c/${qrToken}`, lab.rooms[1])).data).toMatchObject({
      deviceId: here.id,
      isDeciding: 0,
      lineResult: 'match',
    })
  })

  test('what is not on the book belongs to the department of its room, else of its counter, where they have a part in the check', async () => {
    const room = await lab.room('交接间')
    for (const useDeptId of [home.depts.bones, home.depts.bones, home.depts.medicine, home.depts.surgery])
      await lab.card({ locationId: room, useDeptId })
    const id = await lab.started({ scopeLocations: [room] })
    const deptOf = async (code: string, locationId: string): Promise<unknown> => {
      const { data } = await lab.scan(lab.keeper, id, code, locationId)
      return (await lab.lines(id)).find((line) => line.id === data.lineId)!.deptId
    }
    // A room of 内科; a room of no department and a counter of 外科.
    expect(await deptOf('EXTRA-1', lab.rooms[2]!)).toBe(home.depts.medicine)
    expect(await deptOf('EXTRA-2', room)).toBe(home.depts.surgery)
    expect(await lab.depts(id)).toHaveLength(3)
  })

  test('by a line of the list instead of a code', async () => {
    const { id, room, one } = await counting()
    const line = await lab.line(id, one.id)
    const seen = await lab.keeper.post('/eam/check/scan', { checkId: id, lineId: line.id, locationId: room })
    expect(seen.data).toMatchObject({ result: 'match', lineId: line.id, isDeciding: 1 })
    expect((await lab.scans(id))[0]).toMatchObject({ way: 'list', wayValue: '清单勾选', lineId: line.id, code: line.deviceCode })
    const foreign = await counting()
    const answer = await lab.keeper.post('/eam/check/scan', { checkId: id, lineId: (await lab.lines(foreign.id))[0]!.id })
    expect(answer).toMatchObject({ status: 400, error: 'bad_input' })
  })

  test('the earliest by corrected time decides, in any order of arrival', async () => {
    const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString()
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
      [1, 2, 0],
    ]) {
      const { id, room, one } = await counting()
      await app.sql(`update check_task set started_at = now() - interval '2 hours' where id = $1`, [id])
      await app.sql(`update check_dept set round_at = now() - interval '2 hours' where check_id = $1`, [id])
      // By the phone's own clock the second is the earliest; its clock is two minutes behind.
      const seen = [
        { body: { locationId: lab.rooms[1], reason: '最早' }, occurredAt: at(30), skewMs: 0 },
        { body: { locationId: room, reason: '慢表' }, occurredAt: at(31), skewMs: 2 * 60_000 },
        { body: { locationId: room, reason: '最晚' }, occurredAt: at(10), skewMs: 0 },
      ]
      for (const index of order) {
        const { body, occurredAt, skewMs } = seen[index]!
        const pushed = await lab.pushScan(lab.keeper, { checkId: id, code: one.rfidCode, ...body }, occurredAt, skewMs)
        expect(pushed).toMatchObject([{ outcome: 'done' }])
      }
      expect(await lab.line(id, one.id), order.join()).toMatchObject({ result: 'misplaced', reason: '最早', seenLocationId: lab.rooms[1] })
      const scans = await lab.scans(id)
      expect(scans).toHaveLength(3)
      expect(scans.filter((row) => row.isDeciding === 1)).toHaveLength(1)
    }
  })

  test('a phone time before the start of the check is not trusted', async () => {
    const { id, one } = await counting()
    await lab.pushScan(lab.keeper, { checkId: id, code: one.rfidCode }, new Date(Date.now() - 86_400_000).toISOString())
    const { seenAt } = await lab.line(id, one.id)
    expect(Date.now() - Date.parse(String(seenAt))).toBeLessThan(60_000)
  })

  test('one code on two cards is taken for neither', async () => {
    const { id, room } = await counting(2, [{ assetsCode: 'GZ-DOPPELT' }, { assetsCode: 'GZ-DOPPELT' }])
    expect((await lab.scan(lab.keeper, id, 'GZ-DOPPELT', room)).data).toMatchObject({ result: 'surplus', deviceId: null })
    expect((await lab.lines(id, { result: 'pending' })).length).toBe(2)
  })

  test('the same operation twice has one effect', async () => {
    const { id, room, one } = await counting()
    const opId = v7()
    const send = (at: string) => lab.pushScan(lab.keeper, { checkId: id, code: one.rfidCode, locationId: room }, at, 0, opId)
    const at = new Date().toISOString()
    const [first] = await send(at)
    const { version } = await lab.line(id, one.id)
    const [second] = await send(at)
    expect(first).toMatchObject({ outcome: 'done', result: { id: opId } })
    expect(second).toMatchObject({ outcome: 'replayed', result: first!.result })
    expect(await lab.scans(id)).toHaveLength(1)
    expect((await lab.line(id, one.id)).version).toBe(version)
  })

  test('wrong scans are refused: a draft, no code, the label of a room, an unknown place, a wrong field without its value', async () => {
    const draft = (await lab.submit({ members: [{ userId: lab.keeper.userId }] })).data.id
    const { id, room, one } = await counting()
    expect(await lab.scan(lab.keeper, draft, one.rfidCode)).toMatchObject({ status: 400, error: 'rule', msg: '盘点尚未开始' })
    expect((await lab.scan(lab.keeper, id, '')).status).toBe(400)
    expect((await lab.scan(lab.keeper, id, one.rfidCode, v7())).status).toBe(400)
    expect((await lab.scan(lab.keeper, v7(), one.rfidCode)).status).toBe(404)
    expect((await lab.scan(lab.keeper, id, one.rfidCode, room, { result: 'match' })).status).toBe(400)
    expect((await lab.scan(lab.keeper, id, one.rfidCode, room, { wrongField: 'sn' })).status).toBe(400)
    expect((await lab.scan(lab.keeper, id, one.rfidCode, room, { wrongField: 'originalValue', seenValue: '1' })).status).toBe(400)
    expect((await lab.scan(lab.keeper, id, one.rfidCode, room, { photos: [v7()] })).status).toBe(400)
    const { qrToken } = (await lab.admin.get('/eam/plc/location/detail', { id: room })).data
    expect(await lab.scan(lab.keeper, id, String(qrToken))).toMatchObject({ status: 400, error: 'rule' })
    expect(await lab.scans(id)).toEqual([])
    expect(await lab.lines(id)).toHaveLength(1)
  })
})

describe('several people at once', () => {
  test('one card seen by many at the same moment has one deciding observation, and all stay on record', async () => {
    const { id, room, one } = await counting()
    const answers = await Promise.all(Array.from({ length: 8 }, () => lab.scan(lab.keeper, id, one.rfidCode, room)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200))
    const scans = await lab.scans(id)
    expect(scans).toHaveLength(8)
    expect(scans.filter((row) => row.isDeciding === 1)).toHaveLength(1)
  })

  test('three counters over the same cards and strange codes, in different orders: exactly one result each, and the books balance', async () => {
    const room = await lab.room('三人')
    const cards = await Promise.all(Array.from({ length: 12 }, () => lab.card({ locationId: room })))
    const people = [lab.keeper, await app.as('engineer'), await app.as('warehouse_keeper')]
    const id = await lab.started({ scopeLocations: [room] }, people)
    const codes = [...cards.map((card) => card.rfidCode), 'STRANGE-1', 'STRANGE-2', 'STRANGE-3']
    const orders = [codes, [...codes].reverse(), [...codes.slice(5), ...codes.slice(0, 5)]]
    const answers = await Promise.all(
      people.map(async (person, index) => {
        const all = []
        for (const code of orders[index]!) all.push(await lab.scan(person, id, code, index === 1 ? lab.rooms[2] : room))
        return all
      }),
    )
    expect(new Set(answers.flat().map((answer) => answer.status))).toEqual(new Set([200]))
    const [lines, scans] = [await lab.lines(id), await lab.scans(id)]
    expect(lines).toHaveLength(15)
    expect(lines.filter((line) => line.isSurplus === 1)).toHaveLength(3)
    expect(lines.filter((line) => line.result === 'pending')).toEqual([])
    expect(scans).toHaveLength(45)
    for (const line of lines) expect(scans.filter((row) => row.lineId === line.id && row.isDeciding === 1)).toHaveLength(1)
  })

  test('the submission of a department waits for an observation that has begun', async () => {
    const { id, room, one } = await counting()
    const dept = await lab.dept(id, '骨科')
    const held = await holdWrites(app, 'check_scan', `new.code = '${one.rfidCode}'`)
    const order: string[] = []
    const scanning = lab.scan(lab.keeper, id, one.rfidCode, room).then((answer) => order.push(`scan ${answer.status}`))
    await held.reached()
    const ending = lab.step('finish', dept.id, {}, lab.keeper).then((answer) => order.push(`finish ${answer.status}`))
    await Promise.race([ending, wait(300)])
    await held.release()
    await Promise.all([scanning, ending])
    expect(order).toEqual(['scan 200', 'finish 200'])
    expect(await lab.line(id, one.id)).toMatchObject({ result: 'match' })
  })

  test('the end of the check waits for an observation that has begun, and so never lies before what it decides', async () => {
    const { id, room, one } = await counting()
    const held = await holdWrites(app, 'check_scan', `new.code = '${one.rfidCode}'`)
    const order: string[] = []
    const scanning = lab.scan(lab.keeper, id, one.rfidCode, room).then((answer) => order.push(`scan ${answer.status}`))
    await held.reached()
    const closing = lab.admin.post('/eam/check/close', { id }).then((answer) => order.push(`close ${answer.status}`))
    await Promise.race([closing, wait(300)])
    await held.release()
    await Promise.all([scanning, closing])
    expect(order).toEqual(['scan 200', 'close 200'])
  })
})

test('what is counted beside the lines is what they say, after starts, scans of every kind and ends', () => expectKeptLines(app))
