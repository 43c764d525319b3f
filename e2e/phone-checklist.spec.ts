import { expect, type Page as Screen } from '@playwright/test'
import { homeDay } from '#contract/kit/time/day.ts'
import { type Desk, openDesk, type Page } from './harness/office.ts'
import { expectQueueEmpty, openTab, phoneScreen, SETTLE_MS, signInPhone } from './harness/phone.ts'
import { test } from './harness/server.ts'

const engineer = { tenant: '100001', user: 'engineer', password: 'ward2026' }
const photo = 'public/icons/app-512.png'
const tasks = '/eam/eamdeviceinspectionlist'
const items = [
  { itemText: '开机自检通过', itemKind: 'yesNo', isRequired: 1, section: '功能' },
  { itemText: '失败现象', itemKind: 'text', isRequired: 1, section: '功能', shownItem: '1', shownAnswer: '否' },
  { itemText: '接地电阻', itemKind: 'number', isRequired: 1, unit: 'Ω', upperLimit: 0.3, section: '安全' },
  { itemText: '铭牌照片', itemKind: 'photo', isRequired: 1, section: '安全' },
  { itemText: '检查人签名', itemKind: 'signature', isRequired: 1, section: '结论' },
]

interface Task {
  readonly id: string
  readonly version: number
  readonly taskNo: string
  readonly taskStatus: string
  readonly result: string | null
  readonly abnormalCount: number | null
  readonly answers: Record<string, unknown> | null
  readonly repairId: string | null
  readonly deviceId: string
}

test.use(phoneScreen)

let office: Desk
test.beforeAll(async ({ server }) => {
  office = await openDesk(server.url, { ...engineer, user: 'manager' })
})

let serial = 0
/** A checklist of a new device that the engineer has to fill in today. */
const planned = async (deviceName: string): Promise<string> => {
  const mark = `${Date.now()}-${++serial}`
  const { records } = await office.get<Page<{ id: string; deptId: string }>>('/blade/user/list', { keyword: 'engineer', size: '1' })
  const [person] = records
  const { id: deviceId } = await office.post<{ id: string }>('/eam/device/submit', { deviceName, useDeptId: person?.deptId })
  const template = { templateName: `手机检查 ${mark}`, useKind: 'quality', items }
  const { id: templateId } = await office.post<{ id: string }>('/eam/eamdeviceinspection/submit', template)
  await office.post('/eam/eamdeviceinspection/publish', { id: templateId })
  const draft = { deviceId, templateId, assigneeId: person?.id, dueDate: homeDay(new Date()) }
  return (await office.post<{ id: string }>(`${tasks}/submit`, draft)).id
}
const detail = (id: string): Promise<Task> => office.get(`${tasks}/detail`, { id })

const sign = async (page: Screen): Promise<void> => {
  const field = page.getByRole('img', { name: '请在框内签名' })
  // The bar of the page lies over what is at the bottom.
  await field.evaluate((canvas) => canvas.scrollIntoView({ block: 'center' }))
  const box = await field.boundingBox()
  if (!box) throw new Error('there is no field to sign in')
  await page.mouse.move(box.x + 40, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + 160, box.y + 110, { steps: 4 })
  await page.mouse.up()
  await page.getByRole('button', { name: '使用此签名' }).click()
}

test('without a network a due checklist is filled in, finished, and its fault reported; record and repair arrive once, linked', async ({
  page,
  context,
}) => {
  const deviceName = `离线监护仪 ${Date.now()}`
  const id = await planned(deviceName)
  await page.goto('/m/')
  await signInPhone(page, engineer)
  await page.goto('/m/checklists')
  await expect(page.getByRole('region', { name: '今天' }).getByRole('link', { name: new RegExp(deviceName) })).toBeVisible({
    timeout: SETTLE_MS,
  })

  await context.setOffline(true)
  await page.getByRole('link', { name: new RegExp(deviceName) }).click()
  await expect(page.getByRole('link', { name: deviceName })).toBeVisible()
  const item = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await page.getByLabel('接地电阻').fill('0.5')
  await expect(item('接地电阻').getByRole('status')).toHaveText('超出范围 允许 ≤ 0.3 Ω')
  await page.getByRole('button', { name: '完成检查' }).click()
  await expect(page.getByRole('alert')).toHaveText('还需填写: 开机自检通过、铭牌照片、检查人签名')
  await page.getByRole('radio', { name: '否' }).check()
  await page.getByRole('textbox', { name: '失败现象' }).fill('黑屏')
  // What is typed outlives the app.
  await page.reload()
  await expect(page.getByRole('textbox', { name: '失败现象' })).toHaveValue('黑屏')
  await page.getByLabel('相册').setInputFiles(photo)
  await expect(page.getByRole('img', { name: '铭牌照片 1' })).toBeVisible()
  await sign(page)
  await expect(page.getByRole('img', { name: '检查人签名 1' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('img', { name: '检查人签名 1' })).toBeVisible()
  await page.getByRole('button', { name: '完成检查' }).click()

  const findings = page.getByRole('region', { name: '异常项目 (2)' })
  await expect(findings).toContainText('0.5 Ω')
  await findings.getByRole('button', { name: '报修 接地电阻' }).click()
  await expect(page.getByRole('textbox', { name: '故障描述' })).toHaveValue('接地电阻: 0.5 Ω (≤ 0.3)')
  await page.getByRole('dialog').getByRole('button', { name: '转报修' }).click()
  await expect(page.getByRole('status').filter({ hasText: '报修已保存在本机' }).first()).toBeVisible()
  await expect(findings.getByRole('button', { name: /^报修/ })).toHaveCount(0)
  expect(await detail(id)).toMatchObject({ taskStatus: 'todo', repairId: null })

  await context.setOffline(false)
  await expectQueueEmpty(page)
  const done = await detail(id)
  expect(done).toMatchObject({ taskStatus: 'finished', result: 'abnormal', abnormalCount: 2, answers: { 1: 'no', 2: '黑屏', 3: 0.5 } })
  const records = await office.get<Page<{ result: string }>>('/eam/eamdeviceinspectionlisthistory/list', { taskId: id })
  expect(records.records).toMatchObject([{ result: 'abnormal' }])
  const repairs = await office.get<Page<{ id: string; faultDescription: string }>>('/eam/eventtyperepair/list', { deviceId: done.deviceId })
  expect(repairs.records).toMatchObject([{ id: done.repairId, faultDescription: '接地电阻: 0.5 Ω (≤ 0.3)' }])
  for (const file of [[done.answers?.['4']].flat()[0], done.answers?.['5']])
    expect((await context.request.get(`/api/file/${file}`)).headers()['content-type']).toBe('image/jpeg')
  await page.goto(`/m/checklists/${id}`)
  await expect(page.getByRole('link', { name: /^WX-/ })).toBeVisible({ timeout: SETTLE_MS })
})

test('who fills a checklist in as the second is told by a sentence, and finds what was typed in the queue', async ({ page, context }) => {
  const deviceName = `两人检查监护仪 ${Date.now()}`
  const id = await planned(deviceName)
  await page.goto('/m/')
  await signInPhone(page, engineer)
  await page.goto('/m/checklists')
  await expect(page.getByRole('link', { name: new RegExp(deviceName) })).toBeVisible({ timeout: SETTLE_MS })
  await context.setOffline(true)
  await page.getByRole('link', { name: new RegExp(deviceName) }).click()
  await page.getByLabel('接地电阻').fill('0.2')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('已保存在本机，联网后自动提交')).toBeVisible()
  await office.post(`${tasks}/submit`, { id, version: (await detail(id)).version, answers: { 1: 'yes' } })

  await context.setOffline(false)
  await expect(page.getByRole('alert')).toContainText('答案仍保留', { timeout: SETTLE_MS })
  await openTab(page, '待发送')
  await expect(page.getByText(/修改/).first()).toBeVisible()
  await expect(page.getByRole('row', { name: /接地电阻 0.2 Ω/ })).toBeVisible()
  expect((await detail(id)).answers).toEqual({ 1: 'yes' })
})
