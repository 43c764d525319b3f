import { expect, test, vi } from 'vitest'
import { loadPerson } from '#src/data/session.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import {
  byRole,
  byRoleAll,
  bySelector,
  byText,
  click,
  drawn,
  field,
  formDialog,
  type OpenDesk,
  openDesk,
  press,
  queryOf,
  rows,
  shownText,
  type,
  until,
} from '#tests/harness/desk.tsx'

const app = await appForFile()
const as = (account: string) => app.signIn('100001', account, 'ward2026')
const form = () => until(formDialog, 'a form')
const noForm = () => until(() => !formDialog(), 'no form')
const save = (name = '保存') => click(byRole('button', name, formDialog())!)
const tabs = (): HTMLElement[] => byRoleAll('tab', undefined, document.querySelector('.eam-tabs')!)
const tabOf = (name: string) => tabs().find((tab) => tab.textContent === name)
const names = (): string[] => tabs().map((tab) => tab.textContent ?? '')
const closeTab = (name: string): void => click(tabOf(name)!.querySelector('.eam-tab-close')!)
const value = (label: string, within?: ParentNode) => (field(label, within) as HTMLInputElement | undefined)?.value
/** The form of a new record, which the shown list opens. */
const addNew = async (desk: OpenDesk, first: string, content: string): Promise<HTMLElement> => {
  click(await desk.find('button', '新增', await until(() => bySelector('.eam-toolbar'), 'the toolbar')))
  type(await until(() => field(first, formDialog()), 'the form'), content)
  return form()
}
const card = async (client: Client, deviceName: string): Promise<Row> => (await client.post('/eam/device/submit', { deviceName })).data
const menu = (name: string): void =>
  click(bySelector('a, .ant-menu-title-content', new RegExp(`^${name}$`), byRole('navigation', '菜单')!)!)

test('a person who signs out while the page still loads the profile stays signed out', async () => {
  const desk = await openDesk(app, await as('manager'), '/wel/dashboard')
  const letGo = desk.hold('/blade-user/info', 'firstAnswer')
  const late = loadPerson()
  await desk.asked('/blade-user/info', 2)
  click(await desk.find('button', /打开个人菜单/))
  click(await desk.find('menuitem', '退出登录'))
  click(await desk.find('button', '确定', await desk.find('dialog')))
  await until(() => location.pathname === '/login', 'the sign-in page')
  await letGo()
  await late
  await until(() => field('密码'), 'the field for the password')
  expect(location.pathname).toBe('/login')
})

test('what was saved while another page is shown is not asked about when its tab closes', async () => {
  const desk = await openDesk(app, await as('manager'), '/eam/device')
  await addNew(desk, '设备名称', '慢保存的泵')
  const letGo = desk.hold('/eam/device/submit')
  save()
  press('k', document.body, { ctrlKey: true })
  type(await desk.find('combobox', /菜单搜索/), '设备配件')
  await desk.find('option', /设备配件/)
  press('Enter', byRole('combobox', /菜单搜索/)!)
  await desk.find('columnheader', '配件名称')
  expect(location.pathname).toBe('/eam/deviceparts')
  await letGo()
  await desk.see('新增成功')
  closeTab('设备卡')
  await until(() => !tabOf('设备卡'), 'no tab of the cards')
})

test('a tab closed behind leads nowhere, and calls off no page that is being opened; a page closed while it opens is left', async () => {
  const desk = await openDesk(app, await as('manager'), '/eam/device')
  await desk.find('navigation', '菜单')
  const inSight = (name: string) => until(() => byText(name, byRole('navigation', '菜单')!), `${name} in the menu`)
  for (const name of ['更多功能', '设备管理']) click(await inSight(name))
  for (const name of ['设备配件', '设备卡', '数据导入']) {
    await inSight(name)
    menu(name)
    await until(() => tabOf(name)?.getAttribute('aria-selected') === 'true', `the page ${name}`)
  }
  expect(names()).toEqual(['首页', '设备卡', '设备配件', '数据导入'])
  const steps = history.length
  closeTab('设备配件')
  click(tabOf('数据导入')!)
  await until(() => names().length === 3, 'three tabs')
  expect(names()).toEqual(['首页', '设备卡', '数据导入'])
  expect(location.pathname).toBe('/eam/imports')
  expect(history.length).toBe(steps)
  // Both in one task, before the page is drawn again: so it is on a slow machine.
  const homeTab = tabOf('首页')!
  const cross = tabOf('设备卡')!.querySelector<HTMLElement>('.eam-tab-close')!
  homeTab.click()
  cross.click()
  await until(() => names().length === 2, 'two tabs')
  expect(names()).toEqual(['首页', '数据导入'])
  await until(() => tabOf('首页')!.getAttribute('aria-selected') === 'true', 'the home page')
  expect(location.pathname).toBe('/wel/dashboard')
  const imports = tabOf('数据导入')!
  const importsCross = imports.querySelector<HTMLElement>('.eam-tab-close')!
  imports.click()
  importsCross.click()
  await until(() => names().length === 1, 'one tab')
  expect(names()).toEqual(['首页'])
  expect(location.pathname).toBe('/wel/dashboard')
})

test('a double click saves once', async () => {
  const desk = await openDesk(app, await as('manager'), '/eam/device')
  const sent = () => desk.requests.filter(({ method, path }) => method === 'POST' && path.startsWith('/eam/')).map(({ path }) => path)
  const twice = (button: HTMLElement): void => {
    button.click()
    button.click()
  }
  await addNew(desk, '设备名称', '双击的泵')
  twice(byRole('button', '保存', formDialog())!)
  await noForm()
  await desk.settled()
  expect(sent()).toEqual(['/eam/device/submit'])

  // So does a step, with and without a form.
  const { id } = await card(desk.client, '双击测试泵')
  await desk.go(`/eam/device/${id}`)
  click(await until(() => byRole('button', '更多', bySelector('.eam-record')), 'more acts'))
  click(await desk.find('menuitem', '封存'))
  type(await until(() => field('原因', formDialog()), 'the reason'), '闲置')
  twice(byRole('button', '确定', formDialog())!)
  await noForm()
  twice(await desk.find('button', '启封'))
  await until(() => bySelector('.eam-record h1', '在库'), 'the card in store')
  await desk.settled()
  expect(sent().slice(1)).toHaveLength(2)
})

test('Enter in a picker takes nothing that was found for what was typed before', async () => {
  const manager = await as('manager')
  // Of the offers before typing, the newest comes first.
  for (const deviceName of ['慢查找监护仪', '别的泵']) await card(manager, deviceName)
  const desk = await openDesk(app, manager, '/eam/repair')
  click(await desk.find('button', '新增'))
  const device = await until(() => field('设备', formDialog()), 'the field for the device')
  for (const target of [device.closest('.ant-select')!, device]) target.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  await until(() => byRoleAll('option').length > 1, 'offers')
  desk.hold((request) => queryOf(request).keyword === '慢查找')
  type(device, '慢查找')
  await drawn()
  press('Enter', device)
  await until(() => formDialog()?.querySelector('[title="慢查找监护仪"]'), 'the device that was searched for')
})

test('an alias that is typed stays when another person saves another one', async () => {
  const desk = await openDesk(app, await as('manager'), '/system/field-config')
  const other = await as('admin')
  const brand = await desk.find('textbox', '别名 品牌')
  type(brand, '牌子')
  const fields = [{ fieldCode: 'remark', isShow: 1, alias: '附注', fieldAssociation: null }]
  await other.post('/osm/industry-config/tenant-update', { entity: 'device', fields })
  // A save on another page refetches everything.
  await desk.go('/eam/device')
  await addNew(desk, '设备名称', '配置旁的泵')
  save()
  await noForm()
  click(tabOf('字段配置')!)
  await desk.find('textbox', '别名 品牌')
  await desk.settled()
  expect(value('别名 品牌')).toBe('牌子')
  click(await desk.find('button', '保存'))
  await desk.see('更新成功')
  await until(() => value('别名 备注') === '附注', 'the alias of the other person')
  type(field('别名 品牌')!, '')
  type(field('别名 备注')!, '')
  click(await desk.find('button', '保存'))
  await until(() => (byRole('button', '保存') as HTMLButtonElement).disabled, 'nothing left to save')
})

test('the rights of a role are fetched every time they are shown', async () => {
  const admin = await as('admin')
  const { data: role } = await admin.post('/blade-system/role/submit', { roleName: '慢角色', roleAlias: 'slow', reach: 'all' })
  const desk = await openDesk(app, admin, '/system/role?keyword=慢角色')
  click(await until(() => rows().find((row) => row.textContent?.includes('慢角色')), 'the role'))
  const rights = () => bySelector('.eam-rights')
  const show = async () => click(await desk.find('button', '权限'))
  await show()
  await until(() => rights()?.textContent?.includes('已选 0 项'), 'no right')
  click(await desk.find('button', '取消', rights()))
  await until(() => !rights(), 'no rights on the page')
  await admin.post('/blade-system/role/grant', { roleIds: [role.id], menuIds: 'device.list' })
  await show()
  await until(() => rights()?.textContent?.includes('已选 1 项'), 'one right')
})

test('lines and observations follow the figures of a check while others count', async () => {
  const [office, keeper] = [await as('manager'), await as('keeper')]
  const { records: people } = (await office.get<Page>('/blade/user/list', { size: 200 })).data
  const person = people.find((one) => one.account === 'keeper')!
  const draft = {
    checkTitle: '别人在盘',
    beginDate: '2026-11-01',
    mode: 'open',
    scopeDepts: [person.deptId],
    members: [{ userId: person.id }],
  }
  const { id } = (await office.post('/eam/check/submit', draft)).data
  await office.post('/eam/check/start', { id })
  const columns = 'deviceCode,bookLocationId'
  const [line] = (await office.get<Page>('/eam/deviceapplylist/list', { checkId: id, size: 1, columns })).data.records
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const desk = await openDesk(app, office, `/eam/check/${id}`)
    click(await desk.find('tab', /^明细/))
    type(await until(() => byRole('textbox', '搜索', byRole('tabpanel')), 'the search'), String(line!.deviceCode))
    await until(() => rows().length === 1 && rows()[0]!.textContent?.includes('待盘'), 'one line that waits')
    const seen = { checkId: id, lineId: line!.id, locationId: line!.bookLocationId }
    expect((await keeper.post('/eam/check/scan', seen)).success).toBe(true)
    vi.advanceTimersByTime(15_000)
    await until(() => rows()[0]?.textContent?.includes('相符'), 'the count of the other person')
  } finally {
    vi.useRealTimers()
  }
})

test('the departments of a check come with its figures, so that nothing moves under the pointer', async () => {
  const office = await as('manager')
  const { id } = (await office.post('/eam/check/submit', { checkTitle: '慢统计', beginDate: '2026-11-01', mode: 'open' })).data
  await office.post('/eam/check/start', { id })
  const desk = await openDesk(app, office, '/eam/check')
  const letGo = desk.hold('/eam/check/check-dept-statistics')
  await desk.go(`/eam/check/${id}`)
  await desk.find('heading', /慢统计/)
  await desk.settled()
  expect(byRole('tab', '科室')).toBeUndefined()
  await letGo()
  await desk.find('tab', '科室')
})

test('a tree that was asked for before a change does not come back after it', async () => {
  const desk = await openDesk(app, await as('manager'), '/wel/dashboard')
  const letGo = desk.hold('/blade-system/dept/lazy-tree', 'firstAnswer')
  await desk.go('/system/dept')
  await addNew(desk, '科室名称', '新建的一级科室')
  save()
  await noForm()
  const inTree = () => bySelector('[role="tree"] .ant-tree-treenode', '新建的一级科室')
  await until(inTree, 'the department in the tree')
  await letGo()
  expect(inTree()).toBeDefined()
})

test('a picker closed while it collects all rows picks nothing', async () => {
  const desk = await openDesk(app, await as('manager'), '/eam/labels')
  await desk.see('尚未选择')
  click(await desk.find('button', '选择设备卡'))
  const picker = await desk.find('dialog', '选择设备卡')
  await until(() => picker.querySelector('.ant-table-row'), 'cards')
  const isOfAll = ({ path }: { readonly path: string }): boolean => path.startsWith('/eam/device/list') && path.includes('size=200')
  const letGo = desk.hold(isOfAll)
  click(await desk.find('button', /^选择全部/, picker))
  const asked = await until(() => desk.requests.find(isOfAll), 'the request for all rows')
  click(await desk.find('button', /^(关闭|Close)$/, picker))
  await until(() => asked.signal?.aborted, 'the request to be given up')
  await until(() => !byRole('dialog', '选择设备卡'), 'no picker')
  await letGo()
  expect(shownText()).toContain('尚未选择')
  expect(document.querySelector('.ant-message-error')).toBeNull()
})

test('a form that is being saved does not say that another person changed the record', async () => {
  const manager = await as('manager')
  const { id } = await card(manager, '慢保存测试泵')
  const desk = await openDesk(app, manager, `/eam/device/${id}?tab=life`)
  click(await desk.find('button', '修改'))
  type(await until(() => field('品牌', formDialog()), 'the brand'), '迈瑞')
  const letGo = desk.hold('/eam/device/history')
  const before = desk.requests.filter(({ path }) => path.startsWith('/eam/device/detail')).length
  save()
  await desk.asked('/eam/device/detail', before + 1)
  await desk.settled()
  expect(shownText()).not.toContain('已载入最新内容，请选择如何处理您的修改')
  await letGo()
  await noForm()
})

test('the people of a check are up to date after its newest version is taken over', async () => {
  const office = await as('manager')
  const { records: people } = (await office.get<Page>('/blade/user/list', { size: 200 })).data
  const members = (account: string) => people.filter((one) => one.account === account).map((one) => ({ userId: one.id }))
  const draft = { checkTitle: '人员有变的盘点', beginDate: '2026-11-01', mode: 'open' }
  const { data: made } = await office.post('/eam/check/submit', { ...draft, members: members('keeper') })
  const desk = await openDesk(app, office, `/eam/check/${made.id}`)
  click(await desk.find('button', '修改'))
  const titled = (name: string) => formDialog()?.querySelector(`[title="${name}"]`)
  await until(() => titled('王护士'), 'the member')
  type(field('任务名称', formDialog())!, '我的名称')
  expect((await office.post('/eam/check/submit', { ...made, members: members('engineer') })).success).toBe(true)
  save()
  click(await desk.find('button', '载入最新内容', await form()))
  click(await desk.find('button', '放弃我的修改', await form()))
  await until(() => titled('李工'), 'the new member')
  expect(titled('王护士')).toBeNull()
  expect(value('任务名称', formDialog())).toBe(draft.checkTitle)
})

test('a dialog opened for one record does not show for another', async () => {
  const desk = await openDesk(app, await as('admin'), '/system/user')
  const open = async (name: string): Promise<void> => {
    click(await until(() => rows().find((row) => row.textContent?.includes(name)), name))
    await until(() => byRole('button', '重置密码', byRole('dialog', name)), `the record of ${name}`)
  }
  await open('王护士')
  press('Escape')
  await until(() => !byRole('button', '重置密码'), 'no record')
  await open('李工')
  click(await desk.find('button', '重置密码'))
  await desk.find('dialog', '“李工”的初始密码')
  history.go(-2)
  await until(() => byRole('dialog', /王护士/), 'the record before')
  expect(byRole('dialog', /的初始密码$/)).toBeUndefined()
})

test('a list requested before a change still shows the change', async () => {
  const desk = await openDesk(app, await as('manager'), '/wel/dashboard')
  const letGo = desk.hold('/eam/device/list', 'firstAnswer')
  await desk.go('/eam/device?keyword=先问后存')
  await desk.asked('/eam/device/list')
  await addNew(desk, '设备名称', '先问后存的泵')
  save()
  await desk.asked('/eam/device/submit')
  await desk.settled()
  await letGo()
  await noForm()
  await until(() => rows().length === 1 && rows()[0]!.textContent?.includes('先问后存的泵'), 'the new card')
})
