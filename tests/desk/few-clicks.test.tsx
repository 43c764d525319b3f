import { expect, test } from 'vitest'
import { homeDay } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import {
  byRole,
  byRoleAll,
  byText,
  click,
  dialog,
  escapeUntil,
  field,
  formDialog,
  openDesk,
  rows,
  shownText,
  until,
} from '#tests/harness/desk.tsx'

const app = await appForFile()
const as = (account: string) => app.signIn('100001', account, 'ward2026')
const menu = () => byRole('navigation', '菜单')
const inMenu = (name: string) => until(() => byText(name, menu()!), `${name} in the menu`)

let now = 0
/** Presses a key on the page, so many milliseconds after the last one: readers are told from people by that. */
const press = (key: string, after = 1000, on: Element = document.body): void => {
  now += after
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: now })
  on.dispatchEvent(event)
}
const closed = () => escapeUntil(() => !dialog(), 'no dialog')

test('N opens the form of a list, ? shows the keys, and both can be switched off', async () => {
  const desk = await openDesk(app, await as('manager'), '/eam/supplier')
  const add = await desk.find('button', '新增')
  expect(add.getAttribute('aria-keyshortcuts')).toBe('N')
  // A code of a reader: its letters are no keys.
  for (const key of 'en26n1') press(key, 5)
  press('n')
  const name = await until(() => field('名称', formDialog()), 'the form')
  // A dialog keeps the keys from the page below it, and so does a field.
  press('?')
  press('?', 1000, name)
  await closed()
  desk.reload()
  await desk.find('button', '新增')
  press('?')
  await until(() => byText('快捷键', dialog()), 'the keys')
  const shown = () => byRoleAll('row', undefined, dialog()).map((row) => row.textContent)
  expect(shown()).toContain('N在本页列表中新增')
  click(await desk.find('switch', '按单个按键操作页面'))
  await until(() => !shown().some((row) => row?.startsWith('N')), 'keys that are left')
  desk.reload()
  await desk.find('button', '新增')
  press('n')
  press('?')
  press('/')
  click(await desk.find('button', /打开个人菜单/))
  click(await desk.find('menuitem', '快捷键'))
  await until(() => byRole('switch', '按单个按键操作页面', dialog()), 'the switch')
  expect(byRole('switch', '按单个按键操作页面', dialog()!)!.getAttribute('aria-checked')).toBe('false')
  expect(shownText()).not.toContain('新增供应商')
})

test('N does nothing for who may not add', async () => {
  const desk = await openDesk(app, await as('auditor'), '/eam/device')
  await until(() => rows().length > 0, 'rows')
  press('n')
  press('?')
  await until(() => byText('快捷键', dialog()), 'the keys')
  await closed()
  expect(byRole('button', '新增')).toBeUndefined()
  await desk.settled()
})

test('a page that a person opens often stands in sight, for that person alone', async () => {
  const desk = await openDesk(app, await as('manager'), '/eam/deviceparts')
  for (let visit = 1; visit < 4; visit++) {
    await until(() => rows().length > 0, 'parts')
    // The third visit may be counted before its menu is drawn.
    if (visit < 3) expect([visit, byText('常用', menu()!)]).toEqual([visit, undefined])
    desk.load('/eam/deviceparts')
  }
  await inMenu('常用')
  const parts = byText('设备配件', menu()!)!
  click(parts)
  await desk.at('/eam/deviceparts')
  await until(() => parts.closest('.ant-menu-item-selected'), 'the page as the chosen one')
  const kept = Object.entries(localStorage)
  await openDesk(app, await as('engineer'), '/')
  for (const [name, value] of kept) if (name.includes('visits')) localStorage.setItem(name, value)
  await inMenu('更多功能')
  expect(byText('常用', menu()!)).toBeUndefined()
})

test('a check is copied with its scope and people, from today on', async () => {
  const manager = await as('manager')
  const people = await manager.get<{ records: { id: string }[] }>('/blade-user/list', { account: 'e', size: 2 })
  const depts = await manager.get<{ records: { id: string }[] }>('/blade-system/dept/list', { size: 2 })
  const scopeDepts = depts.data.records.map(({ id }) => id)
  const users = people.data.records.map(({ id }) => id).sort()
  const facts = { checkTitle: '季度盘点 2026-01-05', mode: 'blind', beginDate: '2026-01-05', endDate: '2026-01-12', scopeDepts }
  const made = await manager.post<{ id: string }>('/eam/check/submit', { ...facts, members: users.map((userId) => ({ userId })) })
  expect(made.status, made.msg).toBe(200)
  const desk = await openDesk(app, manager, '/eam/check')
  click(await desk.find('button', '照上次新建'))
  const today = homeDay(new Date())
  await until(() => (field('任务名称', dialog()) as HTMLInputElement | undefined)?.value === `季度盘点 ${today}`, 'the title of the copy')
  click(byRole('button', '保存', dialog()!)!)
  await desk.at(/^\/eam\/check\/\d+/)
  const id = location.pathname.split('/').at(-1)!
  expect(id).not.toBe(made.data.id)
  const { data } = await manager.get<Record<string, unknown>>('/eam/check/detail', { id })
  const day = (text: string, days: number): string => new Date(Date.parse(text) + days * 86_400_000).toISOString().slice(0, 10)
  expect(data).toMatchObject({ checkStatus: 'draft', mode: 'blind', beginDate: today, endDate: day(today, 7), scopeDepts })
  expect((data.members as { userId: string }[]).map(({ userId }) => userId).sort()).toEqual(users)
})

test('a room lists its devices, and their labels are two clicks away', async () => {
  const manager = await as('manager')
  const cards = await manager.get<{ records: Record<string, string>[] }>('/eam/device/list', { size: 100 })
  const card = cards.data.records.find(({ locationId }) => locationId)!
  const room = card.locationId!
  const inRoom = await manager.get<{ records: { deviceCode: string }[]; total: number }>('/eam/device/list', {
    locationId: room,
    size: 100,
  })
  const desk = await openDesk(app, manager, `/eam/location?open=${room}`)
  await until(() => inRoom.data.records.slice(0, 5).every(({ deviceCode }) => byText(deviceCode, dialog())), 'the devices of the room')
  click(await desk.find('button', '打印室内设备标签'))
  await desk.at(/^\/eam\/labels/)
  await desk.see(new RegExp(`${inRoom.data.total} `))
  expect(new URLSearchParams(location.search).get('search')).toBe(`?locationId=${room}`)
})
