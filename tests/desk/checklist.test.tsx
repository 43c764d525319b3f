import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { OrderOrigin } from '#src/features/checklist/phone/origin-phone.tsx'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { byRole, byRoleAll, bySelector, click, field, openDesk, pick, rows, shownText, type, until } from '#tests/harness/desk.tsx'
import { done, eventually } from '#tests/harness/desk-acts.ts'

const app = await appForFile()
const as = (account: string) => app.signIn('100001', account, 'ward2026')
const [templates, tasks, records] = ['/eam/eamdeviceinspection', '/eam/eamdeviceinspectionlist', '/eam/eamdeviceinspectionlisthistory']
const items = [
  { itemText: '开机自检通过', itemKind: 'yesNo', isRequired: 1, section: '功能' },
  { itemText: '失败现象', itemKind: 'text', isRequired: 1, section: '功能', shownItem: '1', shownAnswer: '否' },
  { itemText: '接地电阻', itemKind: 'number', isRequired: 1, unit: 'Ω', upperLimit: 0.3, section: '安全' },
  { itemText: '电池', itemKind: 'choice', options: '良好、老化', abnormalAnswers: '老化', section: '安全' },
]

const manager = await as('manager')
const part = (name: string): HTMLElement | undefined => byRole('region', name, bySelector('.eam-record'))
const detail = async (id: string): Promise<Row> => (await manager.get<Row>(`${tasks}/detail`, { id })).data
let serial = 0
const task = async (): Promise<{ id: string; deviceId: string }> => {
  const { id: templateId } = await done(manager, `${templates}/submit`, { templateName: `桌面检查${++serial}`, useKind: 'quality', items })
  await done(manager, `${templates}/publish`, { id: templateId })
  const { id: deviceId } = await done(manager, '/eam/device/submit', { deviceName: `待查监护仪${serial}`, useDeptId: await dept() })
  const { id } = await done(manager, `${tasks}/submit`, { deviceId, templateId })
  return { id, deviceId }
}
const dept = async (): Promise<string> =>
  (await manager.get<Page>('/eam/device/list', { eamStatus: 'in_use', size: 1 })).data.records[0]!.useDeptId as string
const radio = (name: string, within: HTMLElement): HTMLElement => byRole('radio', name, within)!
const group = (name: string, within: HTMLElement): HTMLElement => byRole('radiogroup', name, within)!

test('an engineer fills a checklist in: limits at once, half done is kept, what is missing is named; an abnormal item becomes a linked repair', async () => {
  const engineer = await as('engineer')
  const { id } = await task()
  const desk = await openDesk(app, engineer, `/eam/checklist/${id}`)
  const form = await until(() => part('填写检查表'), 'the checklist')
  expect(shownText(form)).not.toContain('失败现象')
  type(field('接地电阻', form)!, '0.5')
  await until(() => shownText(form).includes('超出范围') && shownText(form).includes('允许 ≤ 0.3 Ω'), 'the limits')
  click(byRole('button', '保存草稿', form)!)
  await desk.see('已保存，可稍后继续填写')
  expect(await detail(id)).toMatchObject({ taskStatus: 'filling', answers: { 3: 0.5 } })

  click(byRole('button', '完成检查', form)!)
  await until(() => byRole('alert', '还需填写: 开机自检通过', form), 'what is missing')
  click(radio('否', group('开机自检通过', form)))
  await until(() => byRole('alert', '还需填写: 失败现象', form), 'the item that the answer asks for')
  type(field('失败现象', form)!, '黑屏')
  click(byRole('button', '完成检查', form)!)
  const sure = await until(() => byRoleAll('dialog').findLast((one) => shownText(one).includes('只能更正')), 'the question')
  click(byRole('button', '完成检查', sure)!)
  const result = await until(() => part('检查项目'), 'the result')
  expect(await detail(id)).toMatchObject({ taskStatus: 'finished', result: 'abnormal', abnormalCount: 2 })
  const kept = (await manager.get<Page>(`${records}/list`, { taskId: id })).data.records
  expect(kept).toHaveLength(1)
  const answered = await until(() => {
    const all = [...result.querySelectorAll('li')].map((one) => shownText(one))
    return all.length === 4 && all
  }, 'the answers')
  expect(answered.map((one) => /开机自检通过|接地电阻|失败现象|电池/.exec(one)?.[0])).toEqual([
    '开机自检通过',
    '接地电阻',
    '失败现象',
    '电池',
  ])

  click(byRole('button', '报修 接地电阻', result)!)
  const dialog = await until(() => byRoleAll('dialog').findLast((one) => field('故障描述', one)), 'the report')
  expect((field('故障描述', dialog) as HTMLTextAreaElement).value).toBe('接地电阻: 0.5 Ω (≤ 0.3)')
  click(byRole('button', '确定', dialog)!)
  const link = await desk.find('link', /^WX-/)
  expect(byRole('button', /^报修 /, result)).toBeUndefined()
  const { repairId, taskNo } = await detail(id)
  expect(link.getAttribute('href')).toBe(`/eam/repair/${repairId}`)
  const repair = await openDesk(app, engineer, `/eam/repair/${repairId}`)
  expect((await repair.find('link', String(taskNo))).getAttribute('href')).toBe(`/eam/checklist/${id}`)
})

test('of two people at one checklist the second is told, and what they typed stays', async () => {
  const engineer = await as('engineer')
  const { id } = await task()
  const desk = await openDesk(app, engineer, `/eam/checklist/${id}`)
  const form = await until(() => part('填写检查表'), 'the checklist')
  type(field('接地电阻', form)!, '0.2')
  await done(manager as Client, `${tasks}/submit`, { id, version: (await detail(id)).version, answers: { 1: 'yes' } })
  click(byRole('button', '保存草稿', form)!)
  await desk.see(/修改/)
  expect((await detail(id)).answers).toEqual({ 1: 'yes' })
  expect((field('接地电阻', form) as HTMLInputElement).value).toBe('0.2')
  click(byRole('button', '刷新')!)
  click(await until(() => byRole('button', '保留我的答案', form), 'the choice'))
  click(await until(() => byRole('button', '保存草稿', form), 'the button'))
  await until(() => byRole('status', undefined, form), 'the page')
  await desk.see('已保存，可稍后继续填写')
  expect((await detail(id)).answers).toEqual({ 1: 'yes', 3: 0.2 })
})

test('a keeper reads an open checklist and cannot fill it in', async () => {
  const { id } = await task()
  await openDesk(app, await as('manager'), `/eam/checklist/${id}`)
  await until(() => part('填写检查表'), 'the checklist of who may fill it in')
  const head = await as('head')
  const seen = (await head.get<Page>(`${tasks}/list`, { size: 1 })).data.records[0]
  if (!seen) return
  await openDesk(app, head, `/eam/checklist/${seen.id}`)
  await until(() => part('检查项目'), 'the items')
  expect(part('填写检查表')).toBeUndefined()
})

test('the ready templates are loaded and a plan is made from the lists', async () => {
  const desk = await openDesk(app, manager, '/eam/checklist-template')
  click(await desk.find('button', '载入内置模板'))
  const load = await until(() => byRoleAll('dialog').findLast((one) => field('语言', one)), 'the dialog')
  click(byRole('button', '确定', load)!)
  await until(() => rows().some((row) => shownText(row).includes('质控检查表')), 'a ready template')
  await task()
  const deviceName = '计划检查监护仪'
  const { id: deviceId } = await done(manager, '/eam/device/submit', { deviceName })
  await desk.go('/eam/checklist')
  click(await desk.find('button', '按模板安排检查'))
  const plan = await until(() => byRoleAll('dialog').findLast((one) => field('检查表模板', one)), 'the plan')
  await pick('检查表模板', `桌面检查${serial}`, plan)
  type(field('设备', plan)!, deviceName)
  click(await until(() => byRoleAll('option').find((one) => shownText(one).includes(deviceName)), 'the device'))
  click(byRole('button', '确定', plan)!)
  await eventually(async () => (await manager.get<Page>(`${tasks}/list`, { deviceId })).data.total === 1, 'the planned checklist')
})

test('on a phone a repair leads back to the checklist that it was reported from; an id that is none shows nothing', async () => {
  const { id } = await task()
  await openDesk(app, manager, '/wel/dashboard')
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  const show = (source: string) =>
    root.render(
      <MemoryRouter>
        <OrderOrigin source={source} />
      </MemoryRouter>,
    )
  show(id)
  await until(() => box.querySelector('a')?.getAttribute('href') === `/checklists/${id}`, 'the way back')
  expect(box.textContent).toContain('来自检查表')
  show('00000000-0000-4000-8000-000000000000')
  await until(() => box.textContent === '', 'nothing')
  root.unmount()
})

test('[ASSET-ROUTE-6] [ASSET-ROUTE-7] [ASSET-ROUTE-8] [ASSET-ROUTE-9] [ASSET-ROUTE-10] [SERVICE-ENT-PLAN] the given addresses show the plan of inspections, which is read only, one inspection, and what was found', async () => {
  const { id: templateId } = await done(manager, `${templates}/submit`, { templateName: '每周巡检', useKind: 'inspection', items })
  await done(manager, `${templates}/publish`, { id: templateId })
  const planned = async (deviceName: string) => {
    const { id: deviceId } = await done(manager, '/eam/device/submit', { deviceName, useDeptId: await dept() })
    return (await done(manager, `${tasks}/submit`, { deviceId, templateId })).id
  }
  const [open, past] = [await planned('待巡检泵'), await planned('已巡检泵')]
  await done(manager, `${tasks}/submit`, { id: past, version: (await detail(past)).version, answers: { 1: 'yes', 3: 0.2, 4: '良好' } })
  await done(manager, `${tasks}/finish`, { id: past, version: (await detail(past)).version })

  const desk = await openDesk(app, manager, '/form/eam/inspection-TaskInventory?view=board')
  const shown = () => rows().filter((row) => /巡检泵/.test(row.textContent ?? ''))
  const row = await until(() => shown().length === 1 && shown()[0], 'the inspection that is to be done')
  expect(row.textContent).toContain('待巡检泵')
  const acts = () => byRoleAll('button').map((one) => one.textContent || one.getAttribute('aria-label') || '')
  expect(acts().filter((name) => /新增|删除|修改|编辑|导入|取消检查|指派|的操作/.test(name))).toEqual([])
  expect(byRoleAll('checkbox', undefined, bySelector('.eam-list')!)).toEqual([])
  // Cards of a board could be moved.
  expect(document.querySelector('.eam-kanban')).toBeNull()
  click(row.querySelectorAll('td')[1]!)
  const box = await desk.find('dialog', /待巡检泵/)
  const link = await desk.find('link', '打开这次巡检', box)
  expect([...box.querySelectorAll('.eam-record-actions button')]).toEqual([])
  expect(link.getAttribute('href')).toBe(`/form/eam/dev-inspection-view?id=${open}`)
  click(link)
  await desk.at(`/form/eam/dev-inspection-view?id=${open}`)
  await until(() => part('填写检查表'), 'the checklist')

  await desk.go('/form/eam/inspection-DevInventory')
  const devices = () => [...document.querySelectorAll('.eam-measure-table tr.ant-table-row')]
  const counted = await until(() => devices().find((one) => one.textContent?.includes('待巡检泵')), 'the device')
  const address = new URL(counted.querySelectorAll('a')[0]!.href)
  expect(address.pathname).toBe('/eam/checklist')
  expect(address.searchParams.get('deviceId')).toBe((await detail(open)).deviceId)
  expect(devices().some((one) => one.textContent?.includes('已巡检泵'))).toBe(false)

  await desk.go('/form/eam/dev-inspection-records')
  click((await until(() => rows().find((one) => one.textContent?.includes('已巡检泵')), 'the record')).querySelectorAll('td')[1]!)
  await desk.at(/^\/form\/eam\/dev-inspection-records-view\?id=/)
  await until(() => shownText(part('检查项目') ?? document.body).includes('接地电阻') && part('检查项目'), 'what was answered')
  expect(shownText(part('检查项目')!)).toContain('0.2')
})
