import { beforeAll, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import {
  byRole,
  byRoleAll,
  click,
  dialog,
  field,
  followLive,
  type OpenDesk,
  openDesk,
  pick,
  press,
  shownText,
  type,
  until,
} from '#tests/harness/desk.tsx'
import { sent } from '#tests/harness/desk-acts.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { repairs } from '#tests/harness/repairs.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const people = await peopleLab(app, () => admin)
const work = repairs(app, admin)
let manager: Client
let reader: Awaited<ReturnType<typeof people.clerk>>
beforeAll(async () => {
  await work.at('reported', await work.card(['receive'], { deviceName: '监护仪' }))
  manager = await app.as('equipment_manager')
  reader = await people.clerk(['ownBoard.list', 'ownBoard.submit', 'device.list'])
})

const panelNamed = (name: RegExp) => until(() => byRole('group', name), `the panel ${name}`)
const stored = async (client: Client, boardName: string): Promise<Row> => {
  const { records } = (await client.get<Page>('/eam/own-board/list', { keyword: boardName })).data
  return (await client.get<Row>('/eam/own-board/detail', { id: records[0]!.id })).data
}
/** What a panel of a board on a screen shows now. */
const shownIn = (name: string): string => {
  const region = byRole('region', name)
  return region ? shownText(region) : ''
}
/** Opens the form of a new panel. */
const addPanel = async (desk: OpenDesk): Promise<HTMLElement> => {
  click(await desk.find('button', '添加面板'))
  return until(() => dialog(), 'the form of a panel')
}
const apply = (): void => click(byRole('button', '确定', dialog()!)!)
const choose = async (option: string): Promise<void> =>
  click(
    await until(() => [...dialog()!.querySelectorAll<HTMLElement>('.ant-segmented-item')].find((one) => shownText(one) === option), option),
  )

test('a board is built at the desk with keys and forms, saved, shared, and opened by someone with fewer rights', async () => {
  const desk = await openDesk(app, manager, '/eam/own-board')
  click(await desk.find('button', /新增/))
  const form = await until(() => dialog(), 'the form of a board')
  type(await until(() => field('看板名称', form), 'the name'), '周会看板')
  click(byRole('button', '保存', form)!)
  await desk.at(/\/eam\/own-board\/[0-9a-f-]{36}$/)
  await desk.see(/看板暂无面板/)

  await addPanel(desk)
  await pick('统计对象', '设备统计')
  await pick('指标', '设备数')
  type(field('标题', dialog()!)!, '在册设备')
  apply()
  await panelNamed(/^在册设备/)
  await addPanel(desk)
  await choose('图表')
  await pick('统计对象', '维修统计')
  await pick('分组', '报修月份')
  await choose('柱形')
  apply()
  const chart = await panelNamed(/^维修统计 · 报修数 · 报修月份 · 第 7 列，第 1 行，宽 12 列，高 6 行$/)
  await addPanel(desk)
  await choose('文字')
  apply()
  await desk.see(/请填写内容/)
  type(field('内容', dialog()!)!, '设备处值班 8120')
  apply()
  await desk.see('设备处值班 8120')

  // Keys move and resize the focused panel; where there is no room it stays and says so.
  chart.focus()
  press('ArrowLeft', chart)
  await desk.see(/那里没有位置/)
  press('ArrowRight', chart)
  await panelNamed(/报修月份 · 第 8 列，第 1 行，宽 12 列，高 6 行$/)
  press('ArrowRight', await panelNamed(/报修月份/), { shiftKey: true })
  await panelNamed(/报修月份 · 第 8 列，第 1 行，宽 13 列，高 6 行$/)

  const saving = await sent(desk, () => click(byRole('button', '保存看板')!), '/eam/own-board/submit', 'POST')
  expect(saving.body).toMatchObject({ version: 1 })
  await desk.see('看板已保存')
  const board = await stored(manager, '周会看板')
  expect(board.panels).toMatchObject([
    { kind: 'number', measure: 'deviceCards', figure: 'count', title: '在册设备', x: 0, y: 0, w: 6, h: 3 },
    { kind: 'chart', measure: 'repairs', group: 'month', chart: 'column', period: 'year', x: 7, y: 0, w: 13, h: 6 },
    { kind: 'text', text: '设备处值班 8120' },
  ])
  await manager.post('/eam/own-board/submit', { id: board.id, roles: [people.roles[reader.alias]] })

  const wall = await openDesk(app, reader.client, `/datav/own/${board.id}`)
  await wall.find('main', '周会看板')
  await until(() => shownIn('在册设备').includes('1 台'), 'the devices of the reader')
  // The reader may not see repairs: the panel says so, the measure is not named, and its call is not made.
  expect(byRoleAll('region').map((one) => shownText(one))).toContain('图表 无权查看')
  await wall.see('设备处值班 8120')
  expect(wall.requests.some(({ path }) => path.startsWith('/eam/measure/repairs'))).toBe(false)
})

test('a change elsewhere moves the figure of a panel without a poll, and a deleted board is no longer shown', async () => {
  const panels = [
    {
      id: 'a',
      kind: 'number',
      screen: 0,
      x: 0,
      y: 0,
      w: 6,
      h: 4,
      measure: 'deviceCards',
      figure: 'count',
      group: 'eamStatus',
      filters: {},
      title: '台数',
    },
  ]
  const { data } = await manager.post<Row>('/eam/own-board/submit', { boardName: '实时看板', theme: 'dark', panels })
  followLive()
  const desk = await openDesk(app, manager, `/datav/own/${data.id}`)
  await until(() => shownIn('台数').includes('1 台'), 'the figure')
  // The theme is the board's own.
  expect(byRole('button', '浅色')).toBeUndefined()
  await work.card([], { deviceName: '输液泵' })
  await until(() => shownIn('台数').includes('2 台'), 'the new figure')
  await manager.post('/eam/own-board/remove', { ids: [data.id] })
  await until(() => byRole('region', '台数') === undefined, 'the end of the board')
  await desk.see(/找不到“自定义看板”/)
})

test('a reader sees a board of someone else, cannot change it, and copies it; a panel of a hidden measure stays on the copy', async () => {
  const shared = [
    { id: 'a', kind: 'text', screen: 0, x: 0, y: 0, w: 6, h: 3, text: '设备处值班 8120' },
    { id: 'b', kind: 'number', screen: 0, x: 6, y: 0, w: 6, h: 4, measure: 'repairs', figure: 'count', group: 'month', filters: {} },
  ]
  const roles = [people.roles[reader.alias]]
  await manager.post('/eam/own-board/submit', { boardName: '共享看板', theme: 'auto', roles, panels: shared })
  const board = await stored(manager, '共享看板')
  const desk = await openDesk(app, reader.client, `/eam/own-board/${board.id}`)
  await desk.see(/复制一份，就可以按自己的需要修改/)
  await desk.see('设备处值班 8120')
  expect(byRole('button', '添加面板')).toBeUndefined()
  expect(byRole('button', '设置与共享')).toBeUndefined()
  click(byRole('button', '复制看板')!)
  const form = await until(() => dialog(), 'the name of the copy')
  expect((field('看板名称', form) as HTMLInputElement).value).toBe('共享看板（副本）')
  click(byRole('button', '确定', form)!)
  await desk.find('button', '添加面板')
  const copy = await stored(reader.client, '共享看板（副本）')
  expect(copy).toMatchObject({ ownerId: reader.id, panels: board.panels })
  // The catalogue names no measure that the person may not see.
  await addPanel(desk)
  const select = await until(() => field('统计对象', dialog()!), 'the catalogue')
  type(select, '维修')
  await until(() => byRole('combobox', '统计对象', dialog()!)?.getAttribute('aria-expanded') === 'true', 'the list')
  expect(byRoleAll('option').map((one) => shownText(one))).not.toContain('维修统计')
})

test('a panel that is given another measure does not draw the answer of the former one', async () => {
  const chart = { kind: 'chart', measure: 'deviceCards', figure: 'count', group: 'eamStatus', chart: 'bar', filters: {}, title: '一览' }
  const panels = [{ id: 'a', screen: 0, x: 0, y: 0, w: 12, h: 6, ...chart }]
  const { data } = await manager.post<Row>('/eam/own-board/submit', { boardName: '改指标', theme: 'auto', panels })
  const desk = await openDesk(app, manager, `/eam/own-board/${data.id}`)
  await until(() => /\d/.test(shownIn('一览')), 'the states of the devices')
  click(await desk.find('button', '编辑面板 一览'))
  await until(() => dialog(), 'the form of the panel')
  await pick('统计对象', '维修统计')
  apply()
  // It is asked once the panel is drawn with it.
  await until(() => desk.requests.some(({ path }) => path.startsWith('/eam/measure/repairs')), 'the question of the new measure')
  await panelNamed(/^一览 · 第 1 列/)
})

test('two people at once: the second is asked, and either takes the other’s panels or overwrites them', async () => {
  const panel = (id: string, text: string, x: number) => ({ id, kind: 'text', screen: 0, x, y: 0, w: 4, h: 2, text })
  const { data } = await manager.post<Row>('/eam/own-board/submit', { boardName: '两人', theme: 'auto', panels: [panel('a', '甲', 0)] })
  const desk = await openDesk(app, manager, `/eam/own-board/${data.id}`)
  press('ArrowRight', await panelNamed(/^文字/))
  await panelNamed(/^文字 · 第 2 列/)
  await admin.post('/eam/own-board/submit', { id: data.id, panels: [panel('a', '甲', 0), panel('b', '乙', 10)] })
  const refused = await sent(desk, () => click(byRole('button', '保存看板')!), '/eam/own-board/submit', 'POST')
  expect(refused.body).toMatchObject({ version: 1 })
  await desk.see('别人同时修改了这个看板的面板')
  click(byRole('button', '用我的修改覆盖')!)
  await desk.see('看板已保存')
  expect((await stored(manager, '两人')).panels).toMatchObject([{ id: 'a', x: 1 }])
})

test('what a person puts on the first page is there once the panel is added', async () => {
  const panels = [
    {
      id: 'a',
      kind: 'number',
      screen: 0,
      x: 0,
      y: 0,
      w: 6,
      h: 4,
      measure: 'deviceCards',
      figure: 'count',
      group: 'eamStatus',
      filters: {},
      title: '我的台数',
      atHome: 1,
    },
  ]
  await manager.post('/eam/own-board/submit', { boardName: '首页用', theme: 'auto', panels })
  await manager.post('/eam/home-page/save-layout', { panels: 'home.own' })
  const desk = await openDesk(app, manager, '/wel/dashboard')
  const panel = await desk.find('region', '我的指标')
  await until(() => /我的台数\s*\d+ 台/.test(shownText(panel)), 'the figure at home')
})
