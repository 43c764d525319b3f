import { beforeAll, describe, expect, test } from 'vitest'
import { mostPanels } from '#contract/entities/insight/board-panel.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { type PeopleLab, peopleLab } from '#tests/harness/people.ts'
import { send, upload } from '#tests/harness/pictures.ts'

interface Shown {
  readonly boardName: string
  readonly panels: readonly Row[]
}

let serial = 0
const spot = (at = 0) => ({ id: `p${++serial}`, screen: Math.floor(at / 4), x: (at % 4) * 6, y: 0, w: 6, h: 4 })
const devices = { kind: 'number', measure: 'deviceCards', figure: 'count', group: 'eamStatus', filters: {} }
const work = { kind: 'chart', measure: 'repairs', figure: 'count', group: 'month', period: 'year', chart: 'column', filters: {} }
const words = { kind: 'text', text: '设备处值班 8120' }

const app = await appForFile()
let admin: Client
let manager: Client
let head: Client
let neighbour: Client
let people: PeopleLab
beforeAll(async () => {
  admin = await app.as('administrator')
  people = await peopleLab(app, () => admin)
  manager = await app.as('equipment_manager')
  head = await app.as('head')
  neighbour = await app.as('equipment_manager', other)
})

/** A picture that a person has sent and put on no record yet. */
const pictureOf = async (client: Client): Promise<string> => {
  const sent = upload()
  expect((await send(app, client, sent)).status).toBe(200)
  return sent.id
}
const save = (client: Client, draft: object) =>
  client.post<Row>('/eam/own-board/submit', 'id' in draft ? draft : { theme: 'auto', ...draft })
const add = async (panels: readonly object[], more: object = {}, client = manager): Promise<string> => {
  const answer = await save(client, { boardName: `看板${++serial}`, panels, ...more })
  expect(answer.msg).toBe('操作成功')
  return answer.data.id
}
const detail = (client: Client, id: string) => client.get<Row>('/eam/own-board/detail', { id })
const shown = (client: Client, boardId: string) => client.get<Shown>('/eam/own-board/shown', { boardId })
const names = async (client: Client) => (await client.get<Page>('/eam/own-board/list')).data.records.map(({ boardName }) => boardName)

describe('who sees and edits a board', () => {
  test('its owner and an administrator edit, roles read, others find nothing; a neighbour finds nothing at all', async () => {
    const id = await add([{ ...spot(), ...devices }], { boardName: '早会', roles: [people.roles.head] })
    for (const reader of [manager, admin, head]) {
      expect(await names(reader)).toContain('早会')
      expect((await shown(reader, id)).data.panels).toMatchObject([{ measure: 'deviceCards', figure: 'count', lack: null }])
    }
    for (const stranger of [await app.as('keeper'), neighbour]) {
      expect(await names(stranger)).not.toContain('早会')
      for (const path of ['detail', 'shown']) {
        const asked = await stranger.get(`/eam/own-board/${path}`, path === 'detail' ? { id } : { boardId: id })
        expect(asked).toMatchObject({ status: 404, error: 'not_found' })
      }
      expect((await save(stranger, { id, boardName: '抢来' })).status).toBe(404)
      expect((await stranger.post('/eam/own-board/copy', { boardId: id, boardName: '抢来' })).status).toBe(404)
      expect((await stranger.post('/eam/own-board/remove', { ids: [id] })).status).toBe(404)
    }
    // Who reads it changes and removes nothing.
    expect(await save(head, { id, boardName: '改名' })).toMatchObject({ status: 403, error: 'forbidden' })
    expect(await head.post('/eam/own-board/remove', { ids: [id] })).toMatchObject({ status: 403, error: 'forbidden' })
    expect((await save(admin, { id, boardName: '晨会' })).status).toBe(200)
    expect((await detail(manager, id)).data).toMatchObject({ boardName: '晨会', ownerId: home.users.equipment_manager })
    // No longer shared, no longer seen.
    expect((await save(manager, { id, roles: [] })).status).toBe(200)
    expect((await shown(head, id)).status).toBe(404)
    expect((await manager.post('/eam/own-board/remove', { ids: [id] })).status).toBe(200)
    expect((await shown(manager, id)).status).toBe(404)
  })

  test('it is shared with roles of the own hospital, which who edits can name without the right to roles', async () => {
    const elsewhere = await app.sql('select id from role where tenant_id = $1 limit 1', [other.tenant])
    expect((await save(manager, { boardName: '隔壁', roles: [elsewhere[0]!.id] })).status).toBe(400)
    const clerk = await people.clerk(['ownBoard.list', 'ownBoard.submit'])
    const roles = (await clerk.client.get<Row[]>('/eam/own-board/roles')).data
    expect(roles.map(({ id }) => id)).toContain(people.roles.head)
    const id = await add([{ ...spot(), ...words }], { roles: [people.roles[clerk.alias]] })
    expect((await shown(clerk.client, id)).data.panels).toMatchObject([{ text: '设备处值班 8120', lack: null }])
    expect((await save(clerk.client, { id, boardName: '改名' })).status).toBe(403)
    const reader = await people.clerk(['ownBoard.list'])
    expect((await reader.client.get('/eam/own-board/roles')).status).toBe(403)
  })

  test('an older version is refused, and the newer one stays', async () => {
    const id = await add([{ ...spot(), ...words }])
    const { version } = (await detail(manager, id)).data
    const first = await save(manager, { id, version, panels: [{ ...spot(), kind: 'clock' }] })
    expect(first.status).toBe(200)
    expect(await save(admin, { id, version, panels: [] })).toMatchObject({ status: 409, error: 'stale' })
    expect((await detail(manager, id)).data.panels).toMatchObject([{ kind: 'clock' }])
  })
})

describe('what a panel shows', () => {
  test('a measure that the reader may not see is not named; its own call refuses the figure', async () => {
    const clerk = await people.clerk(['ownBoard.list', 'ownBoard.submit', 'device.list'])
    const id = await add(
      [
        { ...spot(0), ...devices },
        { ...spot(1), ...work, title: '全院报修' },
      ],
      { roles: [people.roles[clerk.alias]] },
    )
    const [cards, orders] = (await shown(clerk.client, id)).data.panels
    expect(cards).toMatchObject({ measure: 'deviceCards', lack: null })
    expect(orders).toMatchObject({ title: '全院报修', lack: 'noRight' })
    expect(Object.keys(orders!)).not.toEqual(expect.arrayContaining(['measure']))
    expect((await clerk.client.get('/eam/measure/repairs', { group: 'month', figures: 'count' })).status).toBe(403)
    expect((await clerk.client.get('/eam/measure/device-cards', { group: 'eamStatus', figures: 'count' })).status).toBe(200)
    // Nor can the person add it to a board of their own; the sentence is that of a measure that does not exist.
    const forged = await save(clerk.client, { boardName: '偷看', panels: [{ ...spot(), ...work }] })
    const unknown = await save(clerk.client, { boardName: '偷看', panels: [{ ...spot(), ...work, measure: 'nothing' }] })
    expect([forged.status, forged.msg]).toEqual([400, unknown.msg])
  })

  test('a copy belongs to who makes it, keeps what its owner may not see, and brings its pictures', async () => {
    const clerk = await people.clerk(['ownBoard.list', 'ownBoard.submit', 'device.list'])
    const file = await pictureOf(manager)
    const panels = [
      { ...spot(0), ...devices },
      { ...spot(1), ...work },
      { ...spot(2), kind: 'image', image: file },
    ]
    const id = await add(panels, { roles: [people.roles[clerk.alias]], inTurn: 1 })
    expect((await clerk.client.file(`/file/${file}`)).status).toBe(200)
    const copy = await clerk.client.post<Row>('/eam/own-board/copy', { boardId: id, boardName: '我的一份' })
    expect(copy.msg).toBe('操作成功')
    const mine = (await detail(clerk.client, copy.data.id)).data
    expect(mine).toMatchObject({ boardName: '我的一份', ownerId: clerk.id, inTurn: null })
    expect((mine.roles as string[] | null) ?? []).toEqual([])
    const kept = (await shown(clerk.client, copy.data.id)).data.panels
    expect(kept.map(({ lack }) => lack)).toEqual([null, 'noRight', null])
    // It can be edited without losing the panel.
    const [first, ...rest] = mine.panels as unknown as object[]
    const edited = await save(clerk.client, { id: mine.id, version: mine.version, panels: [{ ...first, title: '在册设备' }, ...rest] })
    expect(edited.msg).toBe('操作成功')
    // The copy has its own picture: the first board may go.
    expect((await manager.post('/eam/own-board/remove', { ids: [id] })).status).toBe(200)
    expect((await clerk.client.file(`/file/${file}`)).status).toBe(404)
    expect(kept[2]!.image).not.toBe(file)
    expect((await clerk.client.file(`/file/${kept[2]!.image}`)).status).toBe(200)
    expect((await head.file(`/file/${kept[2]!.image}`)).status).toBe(404)
  })

  test('a measure or group that is gone says so, and the board can still be saved', async () => {
    const gone = { ...spot(0), ...devices }
    const id = await add([gone, { ...spot(1), ...work }])
    await app.sql(`update own_board set panels = jsonb_set(panels, '{0,measure}', '"formerMeasure"') where id = $1`, [id])
    await app.sql(`update own_board set panels = jsonb_set(panels, '{1,group}', '"formerGroup"') where id = $1`, [id])
    const { panels } = (await shown(manager, id)).data
    expect(panels.map(({ lack, measure }) => [lack, measure])).toEqual([
      ['gone', undefined],
      ['gone', undefined],
    ])
    const stored = (await detail(manager, id)).data.panels as unknown as object[]
    expect((await save(manager, { id, panels: [...stored, { ...spot(2), ...words }] })).msg).toBe('操作成功')
    expect(await save(manager, { id, panels: [{ ...stored[0]!, figure: 'amount' }] })).toMatchObject({ status: 400, error: 'rule' })
  })

  test('a field that the hospital hides is said, as on the page of measures', async () => {
    const id = await add([{ ...spot(), ...devices, figure: 'amount' }])
    const show = async (isShow: 0 | 1) => {
      const fields = [{ fieldCode: 'originalValue', isShow }]
      expect((await admin.post('/osm/industry-config/tenant-update', { entity: 'device', fields })).msg).toBe('操作成功')
    }
    await show(0)
    expect((await shown(manager, id)).data.panels).toMatchObject([{ lack: 'hidden' }])
    await show(1)
    expect((await shown(manager, id)).data.panels).toMatchObject([{ lack: null }])
  })
})

describe('what is refused, in one sentence, and nothing changes', () => {
  const refused = async (panels: unknown): Promise<string> => {
    const before = await app.sql('select count(*)::int as n from own_board where tenant_id = $1', [home.tenant])
    const answer = await save(manager, { boardName: '坏看板', panels })
    expect(answer.status).toBe(400)
    expect(await app.sql('select count(*)::int as n from own_board where tenant_id = $1', [home.tenant])).toEqual(before)
    return answer.msg
  }
  const clock = (at: number) => ({
    ...spot(),
    kind: 'clock',
    screen: Math.floor(at / 36),
    x: (at % 6) * 4,
    y: (Math.floor(at / 6) % 6) * 2,
    w: 4,
    h: 2,
  })

  test('forty panels are a board, forty-one are not', async () => {
    const id = await add(Array.from({ length: mostPanels }, (_, at) => clock(at)))
    expect((await shown(manager, id)).data.panels).toHaveLength(40)
    expect(await refused(Array.from({ length: mostPanels + 1 }, (_, at) => clock(at)))).toContain('最多 40 个面板')
  })

  test('places and texts', async () => {
    expect(await refused([{ ...clock(0), x: 22 }])).toContain('超出了 24 列 12 行的屏幕')
    expect(await refused([{ ...clock(0), w: 2 }])).toContain('至少占 4 列 2 行')
    expect(await refused([clock(0), clock(0)])).toContain('第 2 个面板：与另一个面板重叠')
    expect(await refused([{ ...clock(0), screen: 10 }])).toContain('不能大于 9')
    expect(await refused([{ ...spot(), kind: 'text', text: '长'.repeat(501) }])).toContain('不能超过 500 个字')
    expect(await refused([{ ...spot(), kind: 'sql', text: 'select 1' }])).toContain('不在可选范围内')
    expect(await refused([{ ...spot(), ...words, code: '<script>' }])).toContain('不是可以填写的字段')
    expect(await refused('select 1')).toContain('面板应为列表')
    const twice = clock(0)
    expect(await refused([twice, { ...clock(1), id: twice.id }])).toContain('编号重复')
  })

  test('figures, groups, periods and filters that the measure does not have', async () => {
    const of = (more: object) => [{ ...spot(), ...work, ...more }]
    for (const more of [{ measure: 'toString' }, { figure: 'constructor' }, { group: 'price' }, { split: 'nothing' }])
      expect(await refused(of(more))).toContain('没有这个指标或分组')
    expect(await refused(of({ split: 'month' }))).toContain('细分')
    expect(await refused(of({ filters: { tenantId: other.tenant } }))).toContain('不能按“tenantId”筛选')
    expect(await refused(of({ filters: { repairStatus: 'nothing' } }))).toContain('不在可选范围内')
    expect(await refused(of({ filters: { repairStatus: 7 } }))).toContain('筛选条件不正确')
    expect(await refused([{ ...spot(), ...devices, period: 'year' }])).toContain('不能按此时间统计')
    expect(await refused(of({ period: 'tomorrow' }))).toContain('不在可选范围内')
  })

  test('the sentence names the panel where it has a title, in English too', async () => {
    const said = async (more: object, language: string) => {
      const draft = { boardName: '坏看板', theme: 'auto', panels: [{ ...spot(), ...work, group: 'price', ...more }] }
      return (await manager.post('/eam/own-board/submit', draft, { 'accept-language': language })).msg
    }
    expect(await said({}, 'en')).toBe('Panel: there is no such figure or group. Choose another one')
    expect(await said({ title: 'Wards' }, 'en')).toBe('Panel “Wards”: there is no such figure or group. Choose another one')
    expect(await said({ title: '各科' }, 'zh')).toBe('面板“各科”：没有这个指标或分组，请重新选择')
  })

  test('a department of another hospital, and a device that the person does not see', async () => {
    const of = (useDeptId: string) => [{ ...spot(), ...devices, filters: { useDeptId } }]
    expect(await refused(of(other.depts.bones))).toContain('筛选的使用科室不存在')
    await add(of(home.depts.bones))
    const { data: pump } = await admin.post<Row>('/eam/device/submit', { deviceName: '输液泵', useDeptId: home.depts.medicine })
    const panels = [{ ...spot(), ...work, filters: { deviceId: pump.id } }]
    await add(panels)
    const keeper = await save(await app.as('keeper'), { boardName: '别科', panels })
    expect([keeper.status, keeper.msg]).toEqual([400, expect.stringContaining('不存在，请重新选择')])
  })

  test('a picture of someone else, and a file that is no picture', async () => {
    const strange = await pictureOf(await app.as('engineer'))
    expect(await refused([{ ...spot(), kind: 'image', image: strange }])).toContain('不存在')
    expect(await refused([{ ...spot(), kind: 'image', image: 'x' }])).toContain('图片')
  })
})
