import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page } from '#tests/harness/app-for-test.ts'
import { byRole, byRoleAll, click, field, openDesk, type PageRequest, pick, press, rows, type, until } from '#tests/harness/desk.tsx'
import { choose, found, load, menuItems, noDialog, openMenu, parametersOf, rowWith, sent } from '#tests/harness/desk-acts.ts'

const app = await appForFile()
const person = (account: string) => app.signIn('100001', account, 'ward2026')
const heads = (): string[] => byRoleAll('columnheader').map((head) => head.textContent ?? '')
const toolbar = (): Element | null => document.querySelector('.eam-toolbar')
const nodes = (): HTMLElement[] => byRoleAll('treeitem')

test('the size of the pages is remembered', async () => {
  const desk = await openDesk(app, await person('manager'), '/eam/device')
  await until(() => rows().length > 0, 'rows')
  await pick(document.querySelector('.ant-pagination-options .ant-select')!, /^30/)
  await until(() => rows().length === 30, 'thirty rows')
  load(desk, '/eam/device')
  await until(() => rows().length === 30, 'thirty rows again')
  expect(location.search).not.toContain('size=')
})

test('the search says in a sentence what it finds by; import stands beside 新增, export apart from it', async () => {
  const desk = await openDesk(app, await person('manager'), '/eam/device')
  const box = await until(
    () => document.querySelector<HTMLInputElement>('input[placeholder="名称|规格型号|厂家|RFID|国资编码"]'),
    'the search',
  )
  await desk.find('button', '导入')
  const tools = byRoleAll('button', undefined, toolbar()!).map((button) => button.textContent?.trim() ?? '')
  expect(tools.indexOf('导入')).toBe(tools.indexOf('新增') + 1)
  expect(tools.indexOf('导出')).toBeGreaterThan(tools.indexOf('导入') + 1)
  box.focus()
  await until(() => byRole('tooltip')?.textContent === '可输入名称、规格型号、厂家、RFID、国资编码；名称支持拼音和首字母', 'the sentence')
})

test('what identifies a device is in sight, and the sums are those of all that is found', async () => {
  const client = await person('manager')
  await openDesk(app, client, '/eam/device?deviceModel=iMEC8')
  await until(() => rows().length > 0, 'rows')
  const names = heads().filter((name) => name !== '')
  expect(names.slice(0, 7)).toEqual(['设备名称', '设备状态', '资产编号', '规格型号', '使用科室', '存放位置', '原值'])
  const listed = (await client.get<Page<{ originalValue: string }>>('/eam/device/list', { deviceModel: 'iMEC8', size: '200' })).data
  expect(listed.total).toBeGreaterThan(10)
  const sum = listed.records.reduce((all, row) => all + Number(row.originalValue), 0)
  const foot = await until(() => document.querySelector('.eam-sums'), 'the sums')
  await until(() => foot.textContent?.includes(`合计 ${listed.total} 条`), 'the number of all')
  await until(() => foot.textContent?.includes(sum.toLocaleString('zh-CN', { minimumFractionDigits: 2 })), 'the sum of all')
})

test('the menu of a row offers its next step first, as its page does, and takes it', async () => {
  const client = await person('manager')
  await client.post('/eam/device/submit', { deviceName: '行菜单一号机' })
  const desk = await openDesk(app, client, '/eam/device?keyword=行菜单一号机')
  const row = await rowWith('行菜单一号机')
  const button = await desk.find('button', /^行菜单一号机.*的操作$/, row)
  click(button)
  await until(() => menuItems()[0]?.textContent === '提交建档', 'its next step first')
  const items = menuItems().map((item) => item.textContent)
  expect(items.filter((item) => item?.includes('修改'))).toHaveLength(1)
  expect(items.at(-1)).toBe('删除')
  press('Escape')
  await until(() => menuItems().length === 0 && document.activeElement === button, 'the focus on the button again')
  await choose(button, '提交建档')
  await until(() => row.isConnected && row.textContent?.includes('待确认'), 'the next state in the row')
  expect(location.pathname).toBe('/eam/device')
})

test('a search is kept under a name, opens its list, and is offered to the people of a role', async () => {
  const desk = await openDesk(app, await person('manager'), '/eam/device?eamStatus=idle')
  const saved = () => found('button', /常用筛选|闲置设备/, toolbar)
  click(await saved())
  click(await desk.find('button', '保存当前条件'))
  const form = await desk.find('dialog', '保存当前条件')
  type(await until(() => field('筛选名称', form), 'the name'), '闲置设备')
  await pick('共享给角色', '工程师', form)
  click(await desk.find('switch', '打开列表时使用', form))
  click(await desk.find('button', /^(确 ?定|OK)$/, form))
  await noDialog()
  await until(() => byRole('button', '闲置设备', toolbar()!), 'the name of the search on its button')
  load(desk, '/eam/device')
  await until(() => location.search.includes('eamStatus=idle'), 'the search of the list')
  await until(() => rows().length > 0 && rows().every((row) => row.textContent?.includes('闲置')), 'idle devices alone')
  click(await desk.find('button', '重置'))
  await until(() => location.pathname + location.search === '/eam/device', 'no search')
  const other = await openDesk(app, await person('engineer'), '/eam/device')
  await until(() => rows().length > 0, 'rows')
  expect(location.search).toBe('')
  click(await other.find('button', '常用筛选'))
  const offered = await other.find('button', '闲置设备')
  expect(byRole('button', '删除 闲置设备')).toBeUndefined()
  click(offered)
  await until(() => location.search.includes('eamStatus=idle'), 'the search of the list')
  const again = await openDesk(app, await person('manager'), '/eam/device')
  click(await saved())
  click(await again.find('button', '删除 闲置设备'))
  click(await again.find('button', /^(确 ?定|OK)$/, await again.find('dialog', /闲置设备/)))
  await until(() => byRole('button', '常用筛选', toolbar()!), 'the name of no search')
  click(await saved())
  await until(() => !byRole('button', '删除 闲置设备'), 'no kept search')
})

test('fields and columns are found by their names; both ends of a range have a name', async () => {
  const desk = await openDesk(app, await person('manager'), '/eam/device')
  click(await desk.find('button', '高级搜索'))
  const form = await until(() => document.querySelector('.eam-search-form'), 'the search form')
  await until(() => field('规格型号', form), 'all fields')
  type(byRole('textbox', '搜索字段', form)!, '原值')
  await until(() => !field('规格型号', form), 'the fields that are called so')
  const ends = ['原值（起）', '原值（止）'].map((name) => byRole('textbox', name, form)!)
  expect(ends.map((end) => end.getAttribute('placeholder'))).toEqual(['最小', '最大'])
  type(ends[0]!, '10000')
  type(ends[1]!, '20000')
  click(byRole('button', '搜索', form)!)
  await until(() => location.search.includes('originalValue_ge=10000&originalValue_le=20000'), 'the range in the address')
  click(await desk.find('button', '显隐'))
  const chooser = await until(() => document.querySelector('.eam-chooser'), 'the columns')
  type(await desk.find('textbox', '搜索列', chooser), '品牌')
  await until(() => byRoleAll('checkbox', undefined, chooser).length === 1, 'one column')
  click(await desk.find('checkbox', '品牌', chooser))
  await until(() => heads().filter((head) => head.includes('品牌')).length === 1, 'the column')
})

const showTree = async (): Promise<HTMLElement> => {
  await choose(await found('button', '更多', () => byRole('main')), '显示筛选树')
  return until(() => document.querySelector<HTMLElement>('aside[aria-label="筛选树"]'), 'the tree')
}
const label = (node: Element): HTMLElement => node.querySelector<HTMLElement>('.ant-tree-node-content-wrapper')!
const node = (text: string): Promise<HTMLElement> => until(() => nodes().find((one) => one.textContent?.includes(text)), `a node ${text}`)

test('[SHELL-FTREE-1] [SHELL-FTREE-2] [SHELL-FTREE-3] [SHELL-FTREE-4] a tree beside a list narrows it: by a call, given nodes, dictionaries and the last five years', async () => {
  const desk = await openDesk(app, await person('admin'), '/eam/device')
  await until(() => rows().length > 0, 'rows')
  const panel = await showTree()
  const lists = (has: Readonly<Record<string, string>>) => (request: PageRequest) =>
    request.path.split('?')[0]!.endsWith('/list') &&
    Object.entries(has).every(([name, value]) => parametersOf(request).get(name)?.startsWith(value))
  const word = await until(() => panel.querySelector('input[placeholder="名称|型号|厂家|RFID|国资编码"]'), 'the search of the list')
  // A call: the departments.
  await until(() => nodes().length > 1, 'departments')
  await sent(desk, () => click(label(nodes()[1]!)), lists({ useDeptId: '' }))
  await until(() => location.search.includes('useDeptId='), 'the department in the address')
  // Nodes of the page: the states of a device.
  await pick('筛选方式', '设备状态', panel)
  click(label(await node('在用')))
  await until(() => /useDeptId=.*eamStatus=in_use|eamStatus=in_use.*useDeptId=/.test(location.search), 'both in the address')
  click(label(await node('全部')))
  await until(() => !location.search.includes('eamStatus'), 'no state in the address')
  // Several dictionaries, each with its values.
  await pick('筛选方式', '字典分类', panel)
  const before = await node('资金来源')
  click(before.querySelector('.ant-tree-switcher')!)
  await until(
    () => nodes().indexOf(before) >= 0 && nodes()[nodes().indexOf(before) + 1]?.querySelectorAll('.ant-tree-indent-unit').length,
    'its values',
  )
  click(label(nodes()[nodes().indexOf(before) + 1]!))
  await until(() => location.search.includes('fundSource='), 'the source in the address')
  // The last five years by month, below one for all.
  await pick('筛选方式', '创建时间', panel)
  const year = new Date().getFullYear()
  const texts = () => nodes().map((one) => one.textContent)
  await until(() => texts().includes(`${year}年`), 'years')
  expect(texts()).toEqual(['全部', ...[0, 1, 2, 3, 4].map((back) => `${year - back}年`)])
  click(nodes()[2]!.querySelector('.ant-tree-switcher')!)
  await until(() => nodes().length === 18, 'the months of a year')
  const december = await node('12月')
  await sent(desk, () => click(label(december)), lists({ createTime_dategt: `${year - 1}-12-01`, createTime_datelt: `${year - 1}-12-31` }))
  // Its search is that of the list; the panel stays after a reload.
  type(word, '监护')
  await sent(desk, () => press('Enter', word), lists({ keyword: '监护' }))
  desk.reload()
  await until(() => document.querySelector('aside[aria-label="筛选树"]'), 'the tree after a reload')
})

test('[SHELL-FTREE-3] one dictionary is the tree beside the repairs', async () => {
  await openDesk(app, await person('admin'), '/eam/repair')
  await until(() => rows().length > 0, 'rows')
  await showTree()
  await until(() => nodes().length > 1, 'kinds of faults')
  click(label(nodes()[1]!))
  await until(() => location.search.includes('faultKind='), 'the kind in the address')
})

test('[SHELL-TOOL-9] a list of what cannot be searched has no search field, and can still be refreshed', async () => {
  const desk = await openDesk(app, await person('admin'), '/eam/depreciation-lines')
  const main = () => byRole('main')
  const refresh = await found('button', '刷新', main)
  expect(byRole('textbox', '搜索', main())).toBeUndefined()
  await sent(
    desk,
    () => click(refresh),
    ({ path }) => path.includes('/list?'),
  )
  await desk.go('/eam/device')
  await found('textbox', '搜索', main)
})

test('the export says that CSV protects texts, and holds what an import of the file needs', async () => {
  const desk = await openDesk(app, await person('manager'), '/eam/location')
  const button = await desk.find('button', /^导出/, await until(toolbar, 'the toolbar'))
  const items = await openMenu(button)
  expect(items.map((item) => item.textContent)).toEqual(['Excel (.xlsx)', expect.stringMatching(/^CSV .*撇号.*公式/)])
  const saving = await sent(
    desk,
    async () => click(items[0]!),
    ({ path }) => path.includes('/export'),
  )
  const { search } = saving.body as { search: string }
  const columns = new URLSearchParams(search).get('columns')!.split(',')
  for (const name of ['fullName', 'locationName', 'parentId', 'level']) expect(columns).toContain(name)
})
