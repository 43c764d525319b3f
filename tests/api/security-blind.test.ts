import { v7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { NOTE_KIND } from '#contract/sync/sync.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page } from '#tests/harness/app-for-test.ts'
import { checkLab } from '#tests/harness/check-lab.ts'
import { home } from '#tests/harness/hospitals.ts'
import { op, push } from '#tests/harness/ops.ts'
import { peopleLab } from '#tests/harness/people.ts'

const reading = [
  'checkTask.list',
  'checkTask.export',
  'checkDept.list',
  'checkLine.list',
  'checkLine.export',
  'checkScan.list',
  'checkScan.export',
]
const rights = [...reading, 'checkReview.list', 'checkLine.scan', 'device.list', 'board.list', 'log.list']

let counter: Client
let colleague: Client
let judge: Client
let room: string
let check: string
let openCheck: string
let cards: { id: string; rfidCode: string; name: string }[]
let mine: string

const app = await appForFile()
const lab = await checkLab(app)
beforeAll(async () => {
  const people = await peopleLab(app, () => lab.admin)
  counter = (await people.clerk(rights)).client
  colleague = (await people.clerk(rights)).client
  judge = (await people.clerk([...rights, 'checkTask.post'])).client
  room = await lab.room(`盲${v7().slice(-6)}`)
  cards = [await lab.card({ locationId: room }), await lab.card({ locationId: room }), await lab.card({ locationId: room })]
  const members = [counter, colleague, judge]
  check = await lab.started({ scopeLocations: [room], mode: 'blind' }, members)
  openCheck = await lab.started({ scopeLocations: [room] }, members)
  const scan = await lab.scan(counter, check, cards[0]!.rfidCode, room)
  expect(scan.status).toBe(200)
  mine = scan.data.id
  expect((await lab.scan(colleague, check, cards[1]!.rfidCode, room)).status).toBe(200)
})

const total = async (client: Client, path: string, query: Record<string, string>): Promise<number> =>
  (await client.get<Page>(path, query)).data.total

/** Every way to read lines of a check: how many rows it tells of. */
const ways: readonly [name: string, count: (client: Client, checkId: string) => Promise<number>][] = [
  ['the list', (client, checkId) => total(client, '/eam/deviceapplylist/list', { checkId })],
  ['a filter by place', (client, checkId) => total(client, '/eam/deviceapplylist/list', { checkId, bookLocationId: room })],
  ['the search', (client, checkId) => total(client, '/eam/deviceapplylist/list', { checkId, keyword: '泵' })],
  [
    'the named list',
    (client, checkId) => total(client, '/eam/deviceapplylist/apply-list-by-dept', { applyId: checkId, deptId: home.depts.bones }),
  ],
  [
    'the checks of a device',
    async (client, checkId) => {
      const found = await Promise.all(
        cards.map(({ id }) => client.get<Page>('/eam/deviceapplylist/device-cycle-list', { deviceId: id, columns: 'checkId' })),
      )
      return found.flatMap(({ data }) => data.records).filter((row) => row.checkId === checkId).length
    },
  ],
  [
    'details',
    async (client, checkId) => {
      const found = await Promise.all(
        (await lab.lines(checkId)).map(({ id }) => client.get('/eam/deviceapplylist/detail', { id: String(id) })),
      )
      return found.filter(({ success }) => success).length
    },
  ],
  [
    'the export',
    async (client, checkId) => {
      const text = Buffer.from((await client.file('/eam/deviceapplylist/export', { checkId, format: 'csv' })).bytes).toString()
      return cards.filter(({ name }) => text.includes(name)).length
    },
  ],
  [
    'the measure',
    async (client, checkId) =>
      (await client.get<{ values: { count: number } }>('/eam/measure/check-lines', { checkId, group: 'bookLocation' })).data.values.count,
  ],
  [
    'figures by department',
    async (client, checkId) =>
      (await client.get<{ book: number }[]>('/eam/check/check-dept', { checkId })).data.reduce((sum, { book }) => sum + book, 0),
  ],
  ['figures', async (client, checkId) => (await client.get<{ book: number }>('/eam/check/check-dept-statistics', { checkId })).data.book],
  [
    'progress',
    async (client, checkId) => (await client.get<{ book: number }[]>('/eam/check/progress', { checks: checkId })).data[0]?.book ?? 0,
  ],
  [
    'the board',
    async (client, checkId) => {
      const { data } = await client.get<{ checks: { id: string; book: number }[] }>('/data-view/service-dashboard')
      return data.checks.find(({ id }) => id === checkId)?.book ?? 0
    },
  ],
  [
    'the report',
    async (client, checkId) => {
      const answer = await client.get<{ total: { book: number } }>('/eam/check/dept-check-report', { checkId })
      return answer.success ? answer.data.total.book : 0
    },
  ],
  [
    'places',
    async (client, checkId) => {
      const answer = await client.get<{ book: number }[]>('/eam/deviceapplylist/applyListGroupByLocationId', { checkId })
      return answer.success ? answer.data.reduce((sum, { book }) => sum + book, 0) : 0
    },
  ],
]

describe('the lines of a blind check that runs', () => {
  test.each(ways)('are hidden from who counts in it: %s', async (_name, count) => {
    expect(await count(counter, check)).toBe(0)
  })

  test.each(ways)('are open to who decides about it, and in an open check to all who count: %s', async (_name, count) => {
    expect(await count(judge, check)).toBe(3)
    expect(await count(counter, openCheck)).toBe(3)
  })

  test('leave the first page of a counter without what is not seen yet', async () => {
    const figure = async (client: Client) =>
      (await client.get<{ code: string; count: number }[]>('/eam/home-page/uninspected')).data.find(({ code }) =>
        code.endsWith(`:${check}`),
      )
    expect(await figure(counter)).toBeUndefined()
    expect(await figure(judge)).toMatchObject({ count: 1 })
  })

  test('stand in the log of changes for who decides alone', async () => {
    const told = async (client: Client) => {
      const { records } = (await client.get<Page>('/blade-log/api/list', { size: 200 })).data
      const lines = await app.sql('select id from check_line where check_id = $1', [check])
      return records.filter(({ entityId }) => lines.some(({ id }) => id === entityId)).length
    }
    expect([await told(counter), await told(judge)]).toEqual([0, expect.any(Number)])
    const hidden = await told(judge)
    expect(hidden).toBeGreaterThan(0)
    // Nor does a total tell that there is something, also of one day, one entity and one act.
    const total = async (client: Client, filter: object) =>
      (await client.get<Page>('/blade-log/api/list', { size: 1, ...filter })).data.total
    const today = { createTime_dategt: new Date(Date.now() - 3_600_000).toISOString() }
    for (const filter of [{ entity: 'checkLine' }, { entity: 'checkLine', ...today }])
      expect([filter, (await total(judge, filter)) - (await total(counter, filter))]).toEqual([filter, hidden])
  })

  test('leave a counter the own observations, which say nothing of the book, and not those of others', async () => {
    const { records, total: found } = (await counter.get<Page>('/eam/check-scan/list', { checkId: check })).data
    expect([found, records.map((row) => row.id)]).toEqual([1, [mine]])
    expect((await judge.get<Page>('/eam/check-scan/list', { checkId: check })).data.total).toBe(2)
    expect((await counter.get('/eam/check-scan/detail', { id: mine })).status).toBe(200)
  })

  test('take observations as before, and are seen when the check is closed', async () => {
    const again = await lab.started({ scopeLocations: [room], mode: 'blind' }, [counter])
    expect((await lab.scan(counter, again, cards[2]!.rfidCode, room)).status).toBe(200)
    const lists = () => total(counter, '/eam/deviceapplylist/list', { checkId: again })
    expect(await lists()).toBe(0)
    const [dept] = await lab.depts(again)
    expect((await counter.post('/eam/check-dept/finish', { id: dept!.id })).status).toBe(200)
    expect((await lab.step('real-submit', String(dept!.id))).status).toBe(200)
    expect(await lists()).toBe(0)
    expect((await lab.step('close', again)).status).toBe(200)
    expect(await lists()).toBe(3)
  })

  test('take no note of a refused operation from who counts in it, and show it no history', async () => {
    const line = await lab.line(check, cards[0]!.id)
    const id = String(line.id)
    const body = { op: v7(), kind: 'check.scan', said: {}, reason: '记录', why: '未被接受', at: new Date().toISOString() }
    const note = () => op({ kind: NOTE_KIND, target: { type: 'checkLine', id }, body })
    expect(await push(counter, await note())).toMatchObject([{ outcome: 'refused', code: 'not_found' }])
    expect(await push(judge, await note())).toMatchObject([{ outcome: 'done' }])
    const events = (client: Client) => total(client, '/eam/deviceapplylist/history', { id })
    expect([await events(counter), await events(judge)]).toEqual([0, 2])
  })
})
