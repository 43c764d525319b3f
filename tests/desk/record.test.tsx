import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page } from '#tests/harness/app-for-test.ts'
import {
  byRole,
  byRoleAll,
  bySelector,
  click,
  field,
  formDialog,
  type OpenDesk,
  openDesk,
  pick,
  press,
  rows,
  shownText,
  type,
  until,
} from '#tests/harness/desk.tsx'

const app = await appForFile()
const manager = () => app.signIn('100001', 'manager', 'ward2026')
const toolbar = () => until(() => bySelector('.eam-toolbar'), 'the toolbar')
const record = () => until(() => bySelector('.eam-record'), 'the record')
const form = () => until(formDialog, 'a form')
const noForm = () => until(() => !formDialog(), 'no form')
const heads = (): string[] => byRoleAll('columnheader').map((head) => head.textContent ?? '')
/** The question before typed content is thrown away. */
const question = () => until(() => bySelector('[role="dialog"]', '内容尚未保存'), 'the question about unsaved content')
const noQuestion = () => until(() => !bySelector('[role="dialog"]', '内容尚未保存'), 'no question')
const answerQuestion = async (answer: string): Promise<void> => {
  click(byRole('button', answer, await question())!)
  await noQuestion()
}
const tabOf = (name: string) => byRole('tab', new RegExp(name), document.querySelector('.eam-tabs')!)
const closeTab = (name: string): void => click(tabOf(name)!.querySelector('.eam-tab-close')!)

/** A fresh card, made by call, on its page. */
const openCard = async (deviceName: string, more: object = {}, query = ''): Promise<OpenDesk & { id: string }> => {
  const client = await manager()
  const { id } = (await client.post('/eam/device/submit', { deviceName, ...more })).data
  const desk = await openDesk(app, client, `/eam/device/${id}${query}`)
  await desk.find('heading', new RegExp(deviceName))
  return { ...desk, id }
}
const addNew = async (desk: OpenDesk): Promise<HTMLElement> => {
  click(await desk.find('button', '新增', await toolbar()))
  return form()
}
/** Opens the form of the step 封存, which stands under 更多. */
const seal = async (desk: OpenDesk): Promise<HTMLElement> => {
  click(await desk.find('button', '更多', await record()))
  click(await desk.find('menuitem', '封存'))
  return form()
}

test('[SHELL-MSG-1] [ASSET-LIST-6] a card is created, errors show when a field is left, and typed content is not lost without asking', async () => {
  const desk = await openDesk(app, await manager(), '/eam/device')
  const drawer = await addNew(desk)
  const name = field('设备名称', drawer)!
  await until(() => document.activeElement === name, 'the focus in the first field')
  field('国资编码', drawer)!.focus()
  await desk.see('设备名称不能为空')
  const value = field('原值', drawer)!
  type(value, '12.345')
  value.blur()
  await desk.see('原值应为金额，最多两位小数')
  type(name, '会议室新增的三号机')
  press('Escape')
  await answerQuestion('继续编辑')
  // The focus goes back to where it was; what is typed before that would land there.
  await until(() => document.activeElement === name, 'the focus back in the field')
  expect((name as HTMLInputElement).value).toBe('会议室新增的三号机')
  type(value, '1234.5')
  click(byRole('button', '保存', drawer)!)
  await desk.see('新增成功')
  await desk.go(`/eam/device?deviceName=${encodeURIComponent('三号机')}`)
  await until(() => rows().length === 1, 'one row')
  expect(rows()[0]!.textContent).toContain('¥1,234.50')
  click(rows()[0]!)
  await desk.find('heading', /会议室新增的三号机/)
})

test('[SHELL-MSG-2] [SHELL-MSG-4] a concurrent change is refused with person and time, and can be saved on top', async () => {
  const desk = await openCard('并发测试监护仪')
  click(await desk.find('button', '修改'))
  const drawer = await form()
  type(await until(() => field('品牌', drawer), 'the brand'), '迈瑞')
  const admin = await app.signIn('100001', 'admin', 'ward2026')
  const { data } = await admin.get('/eam/device/detail', { id: desk.id })
  expect((await admin.post('/eam/device/submit', { id: desk.id, version: data.version, deviceModel: 'N15' })).success).toBe(true)
  click(byRole('button', '保存', drawer)!)
  const alert = await desk.find('alert', /并发测试监护仪/, drawer)
  expect(alert.textContent).toMatch(/周管理.*\d{1,2}:\d{2}/)
  expect((field('品牌', drawer) as HTMLInputElement).value).toBe('迈瑞')
  click(await desk.find('button', '载入最新内容', drawer))
  click(await desk.find('button', '保留我的修改', drawer))
  await until(() => (field('规格型号', drawer) as HTMLInputElement).value === 'N15', 'the value of the other person')
  click(byRole('button', '保存', drawer)!)
  await desk.see('更新成功')
  click(await desk.find('tab', '生命周期'))
  const life = await desk.find('region', '生命周期')
  await until(() => shownText(life).replaceAll(' ', '').includes('品牌设为迈瑞'), 'the change in the history')
  expect(life.textContent).toContain('陈科长')
})

test('[SHELL-TL-1] [SHELL-TL-2] [SHELL-TL-3] the buttons of a card are the steps it allows; a step asks for its input', async () => {
  const desk = await openCard('封存测试输液泵')
  // One act stands out, the next step; removing is under 更多, and refreshing is an icon.
  const acts = await until(() => bySelector('.eam-record .eam-actions'), 'the acts')
  await until(() => acts.querySelector('.ant-btn-primary'), 'the act that stands out')
  expect([...acts.querySelectorAll('.ant-btn-primary')].map((act) => act.textContent)).toEqual(['提交建档'])
  expect(byRole('button', '删除', acts)).toBeUndefined()
  expect(byRole('button', '刷新', acts)!.textContent).toBe('')
  click(byRole('button', '更多', acts)!)
  await desk.find('menuitem', '删除')
  expect(byRoleAll('menuitem').at(-1)!.textContent).toBe('删除')
  click(await desk.find('menuitem', '封存'))
  const dialog = await form()
  click(byRole('button', '确定', dialog)!)
  await desk.see('原因不能为空')
  type(field('原因', dialog)!, '闲置待调配')
  click(byRole('button', '确定', dialog)!)
  await desk.see('已封存')
  await desk.find('heading', /封存测试输液泵.*闲置/)
  await desk.find('button', '启封')
  click(await desk.find('tab', '生命周期'))
  const life = await desk.find('region', '生命周期')
  const newest = await until(() => life.querySelector('.eam-event'), 'an event')
  expect(newest.querySelector('strong')!.textContent).toBe('封存')
  expect(newest.querySelector('time')!.textContent).toMatch(/\d{1,2}:\d{2}/)
  expect(newest.textContent).toContain('陈科长')
  expect(newest.textContent).toContain('设备状态从 在库 改为 闲置；闲置待调配')
})

test('the history writes money and days as the card does', async () => {
  const desk = await openCard('记录格式测试', { originalValue: '1234567.8', purchaseDate: '2026-01-05' }, '?tab=life')
  const life = await desk.find('region', '生命周期')
  await until(() => life.textContent?.includes('¥1,234,567.80'), 'the value as money')
  expect(life.textContent).toContain('2026-01-05')
  expect(life.textContent).not.toContain('NaN')
})

test('typed content of a step is not discarded without asking, by a key or by a click beside the dialog', async () => {
  const desk = await openCard('误触测试输液泵')
  const step = await seal(desk)
  type(field('原因', step)!, '等待报废鉴定')
  press('Escape')
  await answerQuestion('继续编辑')
  expect((field('原因', step) as HTMLInputElement).value).toBe('等待报废鉴定')
  click(bySelector('.ant-modal-wrap')!)
  await answerQuestion('放弃')
  await noForm()
  // Discarded content stays discarded: closing the tab does not ask, and an untouched dialog closes at once.
  const again = await seal(desk)
  expect((field('原因', again) as HTMLInputElement).value).toBe('')
  press('Escape')
  await noForm()
  closeTab('误触测试输液泵')
  await until(() => !tabOf('误触测试输液泵'), 'no tab of the card')
})

test('[SHELL-FIELDCFG-1] a field hidden or renamed by the hospital is so on list, form and export', async () => {
  const desk = await openDesk(app, await manager(), '/system/field-config')
  click(await desk.find('switch', '显示 规格型号'))
  expect(document.body.textContent).not.toContain('deviceModel')
  type(await desk.find('textbox', '别名 生产厂家'), '厂商名称')
  click(await desk.find('button', '保存'))
  await desk.see('更新成功')
  await desk.go('/eam/device')
  await until(() => heads().includes('厂商名称') && !heads().includes('规格型号'), 'the columns of the hospital')
  click(await desk.find('button', '显隐'))
  await desk.find('checkbox', '厂商名称')
  expect(byRole('checkbox', '规格型号')).toBeUndefined()
  const drawer = await addNew(desk)
  expect(field('厂商名称', drawer)).toBeDefined()
  expect(field('规格型号', drawer)).toBeUndefined()
  press('Escape')
  await noForm()
  let exported = ''
  desk.answer(({ path }, ask) =>
    /^\/eam\/device\/export/.test(path)
      ? ask().then(async (answer) => {
          exported = await answer.clone().text()
          return answer
        })
      : undefined,
  )
  click(await desk.find('button', '导出'))
  click(await desk.find('menuitem', /CSV/))
  const [head] = (await until(() => exported, 'the file')).split('\n')
  expect(head).toContain('厂商名称')
  expect(head).not.toContain('规格型号')
  const shown = (fieldCode: string) => ({ fieldCode, isShow: 1, alias: null, fieldAssociation: null })
  const asBefore = { entity: 'device', fields: [shown('deviceModel'), shown('manufacturer')] }
  expect((await desk.client.post('/osm/industry-config/tenant-update', asBefore)).success).toBe(true)
})

test('a field that the hospital adds is on the form and in the list', async () => {
  const desk = await openDesk(app, await manager(), '/system/custom-field')
  click(await desk.find('button', '新增'))
  const custom = await form()
  type(await until(() => field('字段编码', custom), 'the form'), 'warehouseTag')
  type(field('字段名称', custom)!, '库位标签')
  click(byRole('switch', '列表显示', custom)!)
  click(byRole('button', '保存', custom)!)
  await desk.see('新增成功')
  await noForm()
  await desk.go('/eam/device')
  const drawer = await addNew(desk)
  type(field('设备名称', drawer)!, '自定义字段测试泵')
  type(await until(() => field('库位标签', drawer), 'the new field'), 'A-07')
  click(byRole('button', '保存', drawer)!)
  await noForm()
  await desk.go(`/eam/device?deviceName=${encodeURIComponent('自定义字段测试泵')}`)
  await desk.find('columnheader', '库位标签')
  await until(() => rows()[0]?.textContent?.includes('A-07'), 'the value of the new field')
})

test('[ASSET-SCR-LOC] [ASSET-API-6] places: a building is added below a courtyard and its floors and rooms at once; the tree shows the branch', async () => {
  const desk = await openDesk(app, await manager(), '/eam/location')
  const node = (text: string) =>
    until(() => [...document.querySelectorAll('.ant-tree-treenode')].find((one) => one.textContent === text), `${text} in the tree`)
  const choose = async (text: string) => click((await node(text)).querySelector('.ant-tree-node-content-wrapper')!)
  const unfold = async (text: string) => click((await node(text)).querySelector('.ant-tree-switcher')!)
  await choose('本部院区')
  const drawer = await addNew(desk)
  type(field('位置名称', drawer)!, '科研楼')
  await pick('层级', '楼栋', drawer)
  click(byRole('button', '保存', drawer)!)
  await desk.see('新增成功')
  click(await until(() => rows().find((row) => row.textContent?.includes('科研楼')), 'the building'))
  click(await desk.find('button', '批量生成楼层房间'))
  const dialog = await until(() => bySelector('[role="dialog"]', '楼层数'), 'the dialog of floors')
  type(field('楼层数', dialog)!, '3')
  type(field('每层房间数', dialog)!, '4')
  await desk.see('共 12 个房间')
  click(byRole('button', '确定', dialog)!)
  expect((await desk.asked('/eam/plc/location/storiedBuilding')).body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    floor: 3,
    room: 4,
  })
  await desk.see('已生成')
  desk.reload()
  await desk.go('/eam/location')
  await unfold('科研楼')
  await unfold('3层')
  await node('301')
  await choose('科研楼')
  await until(() => rows().length === 3, 'three floors')
})

test('a tab with unsaved content asks before it closes', async () => {
  const desk = await openDesk(app, await manager(), '/system/field-config')
  type(await desk.find('textbox', '别名 品牌'), '牌子')
  closeTab('字段配置')
  await answerQuestion('继续编辑')
  expect(tabOf('字段配置')).toBeDefined()
  closeTab('字段配置')
  await answerQuestion('放弃')
  await until(() => !tabOf('字段配置'), 'no tab of the field configuration')
  // Content discarded in a form is not asked about again.
  await desk.go('/eam/deviceparts')
  const drawer = await addNew(desk)
  type(field('配件名称', drawer)!, '探头')
  press('Escape')
  await answerQuestion('放弃')
  closeTab('设备配件')
  await until(() => !tabOf('设备配件'), 'no tab of the parts')
})

test('a drawer is headed as people call its record, folds what is empty, and one act stands out', async () => {
  const client = await app.signIn('100001', 'admin', 'ward2026')
  const warehouseId = (await client.post('/eam/plc/warehouse/submit', { warehouseName: '抽屉库房' })).data.id
  const depts = (await client.get<Page<{ id: string }>>('/blade/dept/list', { size: '1' })).data
  const lines = [{ lineKind: 'part', itemName: '探头', quantity: 2, unitPrice: '5' }]
  const draft = { warehouseId, deptId: depts.records[0]!.id, entryDate: '2026-07-01', lines }
  const { id } = (await client.post('/eam/warehouse/enter/save', draft)).data
  const desk = await openDesk(app, client, `/eam/warehouse-entry?open=${id}`)
  const drawer = await desk.find('dialog', /^抽屉库房 · 2026-07-01 RK-/)
  const acts = await until(() => bySelector('.eam-record-actions .eam-actions', undefined, drawer), 'the acts')
  expect([...acts.querySelectorAll('.ant-btn-primary')].map((act) => act.textContent)).toEqual(['提交审批'])
  expect(byRole('button', '取消入库', acts)).toBeUndefined()
  expect(shownText(drawer)).not.toContain('发票号')
  click(await desk.find('button', /项未填$/, drawer))
  await until(() => shownText(drawer).includes('发票号'), 'the empty facts')
})
