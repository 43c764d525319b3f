import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { countedFilter } from '#contract/entities/check/check-figures.ts'
import type { Measured } from '#contract/kit/figures/measure.ts'
import { meet } from '#contract/kit/figures/measure-groups.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { checkLab, type LabCard } from '#tests/harness/check-lab.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { raise } from '#tests/harness/inner-steps.ts'
import { expectKeptLines } from '#tests/harness/kept-lines.ts'
import { sheetOf } from '#tests/harness/sheets.ts'

const app = await appForFile()
const lab = await checkLab(app)
const manager = await app.as('equipment_manager')

const counting = async (count: number, more: Record<string, unknown>[] = [], members?: readonly Client[]) => {
  const room = await lab.room(`间${v7().slice(-6)}`)
  const cards: LabCard[] = []
  for (let index = 0; index < count; index++) cards.push(await lab.card({ locationId: room, ...more[index] }))
  const id = await lab.started({ scopeLocations: [room] }, members)
  return { id, room, cards, one: cards[0]! }
}
const ok = (answer: { status: number; msg: string }) => expect([answer.status, answer.msg]).toEqual([200, '操作成功'])
const withdraw = (client: Client, ...ids: string[]) => client.post('/eam/eventtypecheck/remove', { ids })

describe('observations are withdrawn', () => {
  test('by who made them: the next earliest decides, then nothing', async () => {
    const engineer = await app.as('engineer')
    const { id, room, one } = await counting(1, [], [lab.keeper, engineer])
    const first = (await lab.scan(lab.keeper, id, one.rfidCode, lab.rooms[1])).data.id
    const second = (await lab.scan(engineer, id, one.rfidCode, room)).data.id
    expect(await withdraw(engineer, first)).toMatchObject({ status: 400, msg: '只能撤回自己的盘点记录' })
    expect((await withdraw(await app.as('warehouse_keeper'), first)).status).toBe(404)
    expect((await withdraw(await app.as('keeper', other), first)).status).toBe(404)
    expect((await withdraw(await app.as('head'), first)).status).toBe(403)
    ok(await withdraw(lab.keeper, first))
    expect(await lab.line(id, one.id)).toMatchObject({ result: 'match', seenById: engineer.userId, seenLocationId: room })
    expect((await lab.scans(id)).map((row) => [row.id, row.isDeciding, row.isWithdrawn]).sort()).toEqual(
      [
        [first, 0, 1],
        [second, 1, 0],
      ].sort(),
    )
    ok(await withdraw(engineer, second))
    expect(await lab.line(id, one.id)).toMatchObject({ result: 'pending', seenById: null, seenAt: null, seenLocationId: null })
    // A later observation decides it again.
    await lab.scan(lab.keeper, id, one.rfidCode, room)
    expect(await lab.line(id, one.id)).toMatchObject({ result: 'match' })
    ok(await lab.step('finish', (await lab.dept(id, '骨科')).id, {}, lab.keeper))
    expect((await withdraw(lab.keeper, (await lab.scans(id)).find((row) => row.isDeciding === 1)!.id)).status).toBe(400)
  })

  test('a surplus without observations is removed', async () => {
    const { id, room } = await counting(1)
    const { data } = await lab.scan(lab.keeper, id, 'FREMD-7', room)
    expect(await lab.lines(id)).toHaveLength(2)
    ok(await withdraw(lab.keeper, data.id))
    expect(await lab.lines(id)).toHaveLength(1)
    expect(await lab.scans(id)).toMatchObject([{ isWithdrawn: 1, lineId: null }])
    expect((await lab.scan(lab.keeper, id, 'FREMD-7', room)).data).toMatchObject({ result: 'surplus', isDeciding: 1 })
  })

  test('while others count the same card, each line keeps exactly one deciding observation or none', async () => {
    const { id, room, one } = await counting(1)
    const kept = await Promise.all(Array.from({ length: 6 }, () => lab.scan(lab.keeper, id, one.rfidCode, room)))
    const answers = await Promise.all([
      ...kept.map((answer) => withdraw(lab.keeper, answer.data.id)),
      lab.scan(lab.keeper, id, one.rfidCode, room),
    ])
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    const scans = await lab.scans(id)
    expect(scans.filter((row) => row.isWithdrawn === 0)).toMatchObject([{ isDeciding: 1 }])
    expect(await lab.line(id, one.id)).toMatchObject({ result: 'match' })
  })
})

describe('lines are reset', () => {
  test('the match of a line is removed [ASSET-ST-INV-3]', async () => {
    const { id, room, cards } = await counting(2)
    const [one, two] = cards as [LabCard, LabCard]
    await lab.scan(lab.keeper, id, one.rfidCode, room)
    const [line, open] = [await lab.line(id, one.id), await lab.line(id, two.id)]
    const unmatch = (ids: string[], client = manager) => client.post('/eam/device/remove-match', { ids })
    expect((await unmatch([line.id], lab.keeper)).status).toBe(403)
    expect((await unmatch([line.id], await app.as('equipment_manager', other))).status).toBe(404)
    expect((await unmatch([open.id])).status).toBe(400)
    ok(await unmatch([line.id]))
    expect(await lab.line(id, one.id)).toMatchObject({ result: 'pending', seenAt: null })
    expect(await lab.scans(id)).toMatchObject([{ isWithdrawn: 1, isDeciding: 0 }])
    ok(await lab.step('finish', (await lab.dept(id, '骨科')).id, {}, lab.keeper))
    expect(await unmatch([line.id])).toMatchObject({ status: 400, msg: '“骨科”已提交，不能再改盘点结果' })
  })

  test('a whole department is reset [ASSET-ST-INV-5]', async () => {
    const { id, room, cards } = await counting(2, [{}, { useDeptId: home.depts.medicine }])
    for (const card of cards) await lab.scan(lab.keeper, id, card.rfidCode, room)
    const dept = await lab.dept(id, '骨科')
    const reset = (body: object, client = manager) => client.post('/eam/deviceapplylist/reset-apply', body)
    expect((await reset({})).status).toBe(400)
    expect((await reset({ checkDeptId: dept.id }, lab.keeper)).status).toBe(403)
    ok(await reset({ checkDeptId: dept.id }))
    expect([(await lab.line(id, cards[0]!.id)).result, (await lab.line(id, cards[1]!.id)).result]).toEqual(['pending', 'match'])
    const reported = await app.sql(
      `select version, changes->'result' as result, actor_name from audit_event where tenant_id = $1 and entity = 'checkLine' and entity_id = $2 order by id desc limit 1`,
      [home.tenant, (await lab.line(id, cards[0]!.id)).id],
    )
    expect(reported).toEqual([
      { version: (await lab.line(id, cards[0]!.id)).version, result: { from: 'match', to: 'pending' }, actor_name: expect.any(String) },
    ])
    ok(await reset({ ids: [(await lab.line(id, cards[1]!.id)).id] }))
    expect((await lab.lines(id, { result: 'pending' })).length).toBe(2)
  })

  test('unconfirmed surplus lines are removed, lines of the book are not', async () => {
    const { id, room, one } = await counting(1)
    const { data } = await lab.scan(lab.keeper, id, 'FREMD-8', room)
    const remove = (ids: unknown, client = manager) => client.post('/eam/deviceapplylist/remove', { ids })
    expect((await remove([data.lineId], lab.keeper)).status).toBe(403)
    expect((await remove([(await lab.line(id, one.id)).id])).status).toBe(400)
    ok(await remove([data.lineId]))
    expect(await lab.lines(id)).toHaveLength(1)
  })

  test('a card that was lent after the start is not deficient once the states are read again', async () => {
    const { id, one } = await counting(2)
    await raise(app, lab.admin, deviceState, 'lend', one.id)
    ok(await manager.post('/eam/deviceapplylist/update-eam-status', { checkId: id }))
    expect(await lab.line(id, one.id)).toMatchObject({ bookStatus: 'lent' })
    ok(await lab.step('finish', (await lab.dept(id, '骨科')).id, {}, lab.keeper))
    expect(await lab.line(id, one.id)).toMatchObject({ result: 'pending' })
  })
})

describe('counted by hand', () => {
  test('from the list, each with its facts, several with the same facts, and a surplus by its name', async () => {
    const { id, room, cards } = await counting(4)
    const [a, b, c, d] = await Promise.all(cards.map((card) => lab.line(id, card.id)))
    const post = (path: string, body: object, client = lab.keeper) => client.post<Row[]>(`/eam/deviceapplylist/${path}`, body)
    ok(await post('submit', { checkId: id, lines: [{ lineId: a!.id, locationId: room }] }))
    ok(
      await post('update-batch', {
        checkId: id,
        lines: [
          { lineId: b!.id, locationId: lab.rooms[1], reason: '借放' },
          { lineId: c!.id, wrongField: 'deviceModel', seenValue: 'X-2' },
        ],
      }),
    )
    ok(await post('updateIdsList', { checkId: id, ids: [d!.id], locationId: room }))
    ok(await post('new-inventory', { checkId: id, deviceName: '无签推车', locationId: room }))
    expect((await Promise.all(cards.map((card) => lab.line(id, card.id)))).map((line) => line.result)).toEqual([
      'match',
      'misplaced',
      'mismatch',
      'match',
    ])
    const [surplus] = await lab.lines(id, { result: 'surplus' })
    expect(surplus).toMatchObject({ deviceName: '无签推车', deviceCode: expect.stringMatching(/^NEW-[0-9A-F]{10}$/), isSurplus: 1 })
    expect(new Set((await lab.scans(id)).map((row) => row.way))).toEqual(new Set(['list']))
    expect((await post('updateIdsList', { checkId: id, ids: [a!.id, v7()] })).status).toBe(400)
    expect((await post('updateIdsList', { checkId: id, ids: [a!.id] }, await app.as('keeper', other))).status).toBe(404)
    expect((await post('submit', { checkId: id, lines: [{ lineId: a!.id, result: 'match' }] })).status).toBe(400)
    expect(await lab.scans(id)).toHaveLength(5)
  })

  test('two lists over the same lines in opposite orders wait for each other', async () => {
    const { id, room, cards } = await counting(10)
    const ids = (await lab.lines(id)).map((line) => line.id)
    const send = (list: string[]) =>
      lab.keeper.post('/eam/deviceapplylist/update-batch', { checkId: id, lines: list.map((lineId) => ({ lineId, locationId: room })) })
    const answers = await Promise.all([send(ids), send([...ids].reverse()), send(ids), send([...ids].reverse())])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
    expect((await lab.scans(id)).filter((row) => row.isDeciding === 1)).toHaveLength(cards.length)
  })

  test('photos belong to the observation of the person who uploaded them', async () => {
    const { id, room, one } = await counting(1)
    const file = async (by: Client) => {
      const fileId = v7()
      await app.sql(
        `insert into file (tenant_id, id, created_by, file_name, file_type, file_size, sha256) values ($1, $2, $3, 'a.jpg', 'image/jpeg', 1, $4)`,
        [home.tenant, fileId, by.userId, fileId.replaceAll('-', '').padEnd(64, '0')],
      )
      return fileId
    }
    const [mine, theirs] = [await file(lab.keeper), await file(manager)]
    expect((await lab.scan(lab.keeper, id, one.rfidCode, room, { photos: [theirs] })).status).toBe(400)
    const { data } = await lab.scan(lab.keeper, id, one.rfidCode, room, { photos: [mine] })
    expect(await lab.line(id, one.id)).toMatchObject({ photos: [mine] })
    expect(await app.sql('select of_entity, of_id from file where id = $1', [mine])).toEqual([{ of_entity: 'checkScan', of_id: data.id }])
  })
})

describe('figures', () => {
  test('are the same in progress, statistics, departments, locations, report, list and export [ASSET-CAP-6]', async () => {
    const { id, room, cards } = await counting(5, [
      {},
      {},
      { originalValue: '1000.50' },
      { useDeptId: home.depts.medicine },
      { locationId: lab.rooms[1] },
    ])
    const second = await lab.started({ scopeLocations: [room], scopeDepts: [home.depts.bones] })
    // Of nothing counted there is no share: neither 0 % nor 100 %.
    const uncounted = { counted: 0, accuracy: null }
    expect((await manager.get('/eam/check/check-dept-statistics', { checkId: second })).data).toMatchObject(uncounted)
    expect((await manager.get('/eam/check/progress', { checks: second })).data).toMatchObject([uncounted])
    await lab.scan(lab.keeper, id, cards[0]!.rfidCode, room)
    await lab.scan(lab.keeper, id, cards[1]!.rfidCode, lab.rooms[1])
    await lab.scan(lab.keeper, id, cards[3]!.rfidCode, room)
    await lab.scan(lab.keeper, id, 'FREMD-9', lab.rooms[2])
    ok(await lab.step('finish', (await lab.dept(id, '骨科')).id, {}, lab.keeper))
    const get = async <T>(path: string, query: Record<string, string> = {}) => (await manager.get<T>(path, { checkId: id, ...query })).data
    const total = { book: 4, pending: 0, counted: 4, match: 2, misplaced: 1, mismatch: 0, surplus: 1, deficient: 1, accuracy: 50 }
    const money = { bookValue: '1300.50', matchValue: '200.00', misplacedValue: '100.00', deficientValue: '1000.50', surplusValue: '0.00' }
    const report = await get<{ check: Row; total: Row; depts: Row[]; locations: Row[] }>('/eam/check/dept-check-report')
    expect(report.total).toMatchObject({ ...total, ...money })
    expect(report.check).toMatchObject({ id, checkTitle: '年度盘点' })
    expect(await get('/eam/check/check-dept-statistics')).toMatchObject({ ...total, ...money, departments: 2, submitted: 1, counting: 1 })
    const [progress] = (await manager.get<Row[]>('/eam/check/progress', { checks: `${id},${second}` })).data.filter((row) => row.id === id)
    expect(progress).toMatchObject({ ...total, ...money })
    const sum = (rows: Row[], name: string) => rows.reduce((all, row) => all + Number(row[name]), 0)
    const depts = await get<Row[]>('/eam/check/check-dept')
    const places = await get<Row[]>('/eam/deviceapplylist/applyListGroupByLocationId')
    for (const rows of [depts, report.depts, places, report.locations])
      for (const name of ['book', 'match', 'misplaced', 'surplus', 'deficient', 'bookValue', 'deficientValue'])
        expect([name, sum(rows, name)]).toEqual([name, Number(report.total[name])])
    expect(depts.map((row) => [row.deptTitle, row.deptStatusValue, row.book, row.surplus, row.accuracy])).toEqual([
      ['骨科', '已提交', 3, 0, 33.3],
      ['内科', '盘点中', 1, 1, 100],
    ])
    for (const path of ['dept-list', 'count-by-dept']) expect(await get(`/eam/deviceapplylist/${path}`)).toEqual(depts)
    expect(places.map((row) => [row.locationId, row.book, row.surplus])).toEqual(
      expect.arrayContaining([
        [room, 4, 0],
        [lab.rooms[2], 0, 1],
      ]),
    )
    expect(await get('/eam/deviceapplylist/applyListGroupByLocationIdPage', { size: '1', current: '2' })).toMatchObject({
      total: 2,
      pages: 2,
      records: [{}],
    })
    for (const result of ['match', 'misplaced', 'surplus', 'deficient'] as const) {
      expect((await get<Page>('/eam/deviceapplylist/list', { result })).total).toBe(total[result])
      const sheet = await sheetOf(manager, '/eam/deviceapplylist/export', { checkId: id, result, format: 'csv' })
      expect(sheet.rows).toHaveLength(total[result])
    }
    const sheet = await sheetOf(manager, '/eam/check/dept-check-report-export', { checkId: id })
    expect(sheet.fileName).toMatch(/^年度盘点 盘点报告 \d{4}-\d{2}-\d{2}\.xlsx$/)
    const column = (heading: string) => sheet.headings.indexOf(heading)
    const figures = ['账面', '账面 金额', '相符', '位置不符', '盘盈', '盘亏', '盘亏 金额', '准确率（%）'].map(column)
    expect(sheet.rows.map((row) => [row[0], ...figures.map((index) => Number(row[index]))])).toEqual([
      ['合计', 4, 1300.5, 2, 1, 1, 1, 1000.5, 50],
      ['科室', 3, 1200.5, 1, 1, 0, 1, 1000.5, 33.3],
      ['科室', 1, 100, 1, 0, 1, 0, 0, 100],
      ['位置', 0, 0, 0, 0, 1, 0, 0, 0],
      ['位置', 4, 1300.5, 2, 1, 0, 1, 1000.5, 50],
    ])
    const page = (query: Record<string, string>, path = 'check/dept-device-list') => get<Page>(`/eam/${path}`, query)
    expect((await page({ deptId: home.depts.bones })).total).toBe(3)
    expect((await page({ locationId: room }, 'deviceapplylist/applyListByLocationIdPage')).total).toBe(4)
    expect((await manager.get<Page>('/eam/deviceapplylist/getApplyListByApplyId', { applyId: id })).data.total).toBe(5)
    expect((await manager.get<Page>('/eam/eventtypecheck/getCheckListByApplyId', { applyId: id })).data.total).toBe(4)
    expect((await manager.get<Page>('/eam/deviceapplylist/device-cycle-list', { deviceId: cards[0]!.id })).data.total).toBe(2)
    const states = (await manager.get<Row[]>('/eam/check/status-count')).data
    expect(states.map((row) => row.status)).toEqual(['draft', 'open', 'closed'])
    expect(states[1]!.count).toBe((await manager.get<Page>('/eam/check/list', { checkStatus: 'open' })).data.total)
  })

  test('are those of the measure and of the board; a surplus is not counted, and of nothing counted there is no accuracy', async () => {
    const { id, room, cards } = await counting(3)
    const board = async () => (await manager.get<{ total: Row; days: Row[] }>('/data-view/inventory')).data
    const measured = async (group: string) =>
      (await manager.get<Measured>('/eam/measure/check-lines', { checkId: id, group, figures: 'count,counted,accuracy' })).data
    const before = await board()
    const days = (rows: Row[]) => rows.reduce((all, row) => all + Number(row.counted), 0)
    await lab.scan(lab.keeper, id, 'FREMD-10', room)
    // Other checks run beside this one, so that the board is told by what it gains.
    const expectSame = async (counted: number, accuracy: number | null) => {
      expect((await manager.get('/eam/check/check-dept-statistics', { checkId: id })).data).toMatchObject({ counted, accuracy, surplus: 1 })
      const { values, rows } = await measured('day')
      expect(values).toEqual({ count: 4, counted, accuracy })
      expect(rows.reduce((all, row) => all + Number(row.values.counted), 0)).toBe(counted)
      const behind = meet((await measured('dept')).filter, countedFilter)!
      expect((await manager.get<Page>('/eam/deviceapplylist/list', behind)).data.total).toBe(counted)
      const now = await board()
      expect(Number(now.total.counted) - Number(before.total.counted)).toBe(counted)
      expect(days(now.days) - days(before.days)).toBe(counted)
    }
    await expectSame(0, null)
    await lab.scan(lab.keeper, id, cards[0]!.rfidCode, room)
    await lab.scan(lab.keeper, id, cards[1]!.rfidCode, lab.rooms[1])
    await expectSame(2, 33.3)
  })

  test('are seen only by the people of the check', async () => {
    const { id } = await counting(1)
    const reads: [string, Record<string, string>][] = [
      ['/eam/check/check-dept', { checkId: id }],
      ['/eam/check/check-dept-statistics', { checkId: id }],
      ['/eam/check/dept-check-report', { checkId: id }],
      ['/eam/deviceapplylist/applyListGroupByLocationId', { checkId: id }],
      ['/eam/deviceapplylist/applyListGroupByLocationIdPage', { checkId: id }],
    ]
    const lists: [string, Record<string, string>][] = [
      ['/eam/check/dept-device-list', { checkId: id }],
      ['/eam/deviceapplylist/getApplyListByApplyId', { applyId: id }],
      ['/eam/eventtypecheck/getCheckListByApplyId', { applyId: id }],
    ]
    for (const client of [await app.as('head'), await app.as('administrator', other), await app.as('keeper', other)]) {
      for (const [path, query] of reads) expect([path, (await client.get(path, query)).status]).toEqual([path, 404])
      for (const [path, query] of lists) expect([path, (await client.get<Page>(path, query)).data.total]).toEqual([path, 0])
      expect((await client.get<Row[]>('/eam/check/progress', { checks: id })).data).toEqual([])
    }
    for (const [path, query] of [...reads, ...lists]) expect([path, (await lab.keeper.get(path, query)).status]).toEqual([path, 200])
    const sheet = '/eam/check/dept-check-report-export'
    expect((await (await app.as('administrator', other)).get(sheet, { checkId: id })).status).toBe(404)
    expect((await lab.keeper.get(sheet, { checkId: id })).status).toBe(403)
    expect((await (await app.as('provider_engineer')).get('/eam/check/dept-check-report', { checkId: id })).status).toBe(403)
  })
})

test('what is counted beside the lines is what they say, after withdrawals and matches that are removed', () => expectKeptLines(app))
