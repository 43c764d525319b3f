import { expect, type Page } from '@playwright/test'
import { holdSession, openList, rows, signIn } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

test.beforeEach(async ({ page }) => {
  await holdSession(page, 'manager')
})

const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('.eam-form') })
const longName = '多参数重症监护仪（含有创血压、心排量、脑电双频指数、呼气末二氧化碳与血氧饱和度模块）联合配置第二批次采购之三号机'

/** A fresh card, made by call, and its page. */
async function addDevice(page: Page, deviceName: string): Promise<string> {
  const answer = await page.request.post('/api/eam/device/submit', { headers: { 'x-eam-client': 'web' }, data: { deviceName } })
  const { data } = (await answer.json()) as { data: { id: string } }
  const path = `/eam/device/${data.id}`
  await page.goto(path)
  await expect(page.getByRole('heading', { name: deviceName })).toBeVisible()
  return path
}

/** Opens the form of the step 封存, which stands under 更多. */
const seal = async (page: Page): Promise<void> => {
  await page.locator('.eam-record:visible').getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '封存' }).click()
}

test('[SHELL-MSG-1] [ASSET-LIST-6] a card is created, errors show when a field is left, and typed content is not lost without asking', async ({
  page,
}) => {
  await openList(page, '/eam/device')
  await page.locator('.eam-toolbar').getByRole('button', { name: '新增' }).click()
  const form = drawer(page)
  await expect(form.getByLabel('设备名称')).toBeFocused()
  await form.getByLabel('国资编码').focus()
  await expect(form.getByText('设备名称不能为空')).toBeVisible()
  await form.getByLabel('原值').fill('12.345')
  await form.getByLabel('原值').blur()
  await expect(form.getByText('原值应为金额，最多两位小数')).toBeVisible()
  await form.getByLabel('设备名称').fill(longName)
  await page.keyboard.press('Escape')
  const ask = page.getByRole('dialog').filter({ hasText: '内容尚未保存' })
  await ask.getByRole('button', { name: '继续编辑' }).click()
  // The focus goes back to where it was; what is typed before that would land there.
  await expect(ask).toBeHidden()
  await expect(form.getByLabel('设备名称')).toBeFocused()
  await expect(form.getByLabel('设备名称')).toHaveValue(longName)
  await form.getByLabel('原值').fill('1234.5')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('新增成功')).toBeVisible()
  await page.goto(`/eam/device?deviceName=${encodeURIComponent('三号机')}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText('¥1,234.50')
  await rows(page).first().click()
  await expect(page.getByRole('heading', { name: longName })).toBeVisible()
  // A long name widens nothing.
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  expect(await page.locator('.eam-page').evaluate((main) => main.scrollWidth - main.clientWidth)).toBe(0)
})

test('[SHELL-MSG-2] [SHELL-MSG-4] a concurrent change is refused with person and time, and can be saved on top', async ({
  page,
  browser,
  baseURL,
}) => {
  // Told of the change, the page would load it by itself before it is saved over.
  await page.route('**/sse/realtime-data*', (route) => route.abort())
  const path = await addDevice(page, '并发测试监护仪')
  await page.getByRole('button', { name: '修改' }).first().click()
  const form = drawer(page)
  await form.getByLabel('品牌').fill('迈瑞')
  const other = await browser.newPage({ baseURL, locale: 'zh-CN' })
  await signIn(other, 'admin', path)
  await other.getByRole('button', { name: '修改' }).first().click()
  await drawer(other).getByLabel('规格型号').fill('N15')
  await drawer(other).getByRole('button', { name: '保存' }).click()
  await expect(other.getByText('更新成功')).toBeVisible()
  await other.close()
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form.getByRole('alert').first()).toContainText('并发测试监护仪')
  await expect(form.getByRole('alert').first()).toContainText('周管理')
  await expect(form.getByLabel('品牌')).toHaveValue('迈瑞')
  await form.getByRole('button', { name: '载入最新内容' }).click()
  await form.getByRole('button', { name: '保留我的修改' }).click()
  await expect(form.getByLabel('规格型号')).toHaveValue('N15')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('更新成功')).toBeVisible()
  await page.getByRole('tab', { name: '生命周期' }).click()
  const life = page.getByRole('region', { name: '生命周期' })
  await expect(life).toContainText('品牌：— → 迈瑞')
  await expect(life).toContainText('陈科长')
})

test('[SHELL-TL-1] [SHELL-TL-2] [SHELL-TL-3] the buttons of a card are the steps it allows; a step asks for its input', async ({
  page,
}) => {
  await addDevice(page, '封存测试输液泵')
  // One act stands out, the next step; removing is under 更多, and refreshing is an icon.
  const acts = page.locator('.eam-record:visible .eam-actions')
  await expect(acts.locator('.ant-btn-primary')).toHaveText('提交建档')
  await expect(acts.getByRole('button', { name: '删除' })).toHaveCount(0)
  await expect(acts.getByRole('button', { name: '刷新' })).toHaveText('')
  await acts.getByRole('button', { name: '更多' }).click()
  await expect(page.getByRole('menuitem').last()).toHaveText('删除')
  await page.keyboard.press('Escape')
  await seal(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('原因不能为空')).toBeVisible()
  await dialog.getByLabel('原因').fill('闲置待调配')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('已封存')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: /封存测试输液泵.*闲置/ })).toBeVisible()
  await expect(page.getByRole('button', { name: '启封' })).toBeVisible()
  await page.getByRole('tab', { name: '生命周期' }).click()
  const newest = page.getByRole('region', { name: '生命周期' }).locator('.eam-event').first()
  await expect(newest.locator('strong')).toHaveText('封存')
  await expect(newest.locator('time')).toHaveText(/\d{1,2}:\d{2}/)
  await expect(newest).toContainText('陈科长')
  await expect(newest).toContainText('操作内容：在库 → 闲置；闲置待调配')
})

test('a refusal is visible at the foot of a long form, and typed content stays', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await openList(page, '/eam/device')
  await page.locator('.eam-toolbar').getByRole('button', { name: '新增' }).click()
  const form = drawer(page)
  await form.getByLabel('设备名称').fill('断网测试')
  await form.getByLabel('备注', { exact: true }).fill('写在最下面')
  await page.route('**/eam/device/submit', (route) => route.abort())
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form.getByRole('alert')).toBeInViewport()
  await expect(form.getByLabel('备注', { exact: true })).toBeInViewport()
  await expect(form.getByLabel('备注', { exact: true })).toHaveValue('写在最下面')
})

test('the history writes money and days as the card does', async ({ page }) => {
  const data = { deviceName: '记录格式测试', originalValue: '1234567.8', purchaseDate: '2026-01-05' }
  const answer = await page.request.post('/api/eam/device/submit', { headers: { 'x-eam-client': 'web' }, data })
  const { data: made } = (await answer.json()) as { data: { id: string } }
  await page.goto(`/eam/device/${made.id}?tab=life`)
  const life = page.getByRole('region', { name: '生命周期' })
  await expect(life.getByText('¥1,234,567.80')).toBeVisible()
  await expect(life.getByText('NaN')).toHaveCount(0)
})

test('typed content of a step is not discarded without asking, by a key or by a click beside the dialog', async ({ page }) => {
  await addDevice(page, '误触测试输液泵')
  await seal(page)
  const step = drawer(page)
  const ask = page.getByRole('dialog').filter({ hasText: '内容尚未保存' })
  await step.getByLabel('原因').fill('等待报废鉴定')
  await page.keyboard.press('Escape')
  await ask.getByRole('button', { name: '继续编辑' }).click()
  await expect(ask).toBeHidden()
  await expect(step.getByLabel('原因')).toHaveValue('等待报废鉴定')
  await page.mouse.click(8, 400)
  await ask.getByRole('button', { name: '放弃' }).click()
  await expect(step).toHaveCount(0)
  // Discarded content stays discarded: closing the tab does not ask, and an untouched dialog closes at once.
  await seal(page)
  await expect(step.getByLabel('原因')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(step).toHaveCount(0)
  const tab = page.locator('.eam-tabs').getByRole('tab', { name: '误触测试输液泵' })
  await tab.locator('.eam-tab-close').click()
  await expect(tab).toHaveCount(0)
})

test('[SHELL-FIELDCFG-1] a field hidden or renamed by the hospital is so on list, form and export', async ({ page }) => {
  const set = async (change: () => Promise<void>): Promise<void> => {
    await page.goto('/system/field-config')
    await change()
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('更新成功')).toBeVisible()
  }
  await set(async () => {
    await page.getByRole('switch', { name: '显示 规格型号' }).click()
    await page.getByRole('textbox', { name: '别名 生产厂家' }).fill('厂商名称')
  })
  await openList(page, '/eam/device')
  const heads = page.getByRole('columnheader')
  await expect(heads.filter({ hasText: '厂商名称' })).toHaveCount(1)
  await expect(heads.filter({ hasText: '规格型号' })).toHaveCount(0)
  await page.getByRole('button', { name: '显隐' }).click()
  await expect(page.getByRole('checkbox', { name: '厂商名称' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: '规格型号' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.locator('.eam-toolbar').getByRole('button', { name: '新增' }).click()
  await expect(drawer(page).getByLabel('厂商名称')).toBeVisible()
  await expect(drawer(page).getByLabel('规格型号')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '导出' }).click()
  const waiting = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const stream = await (await waiting).createReadStream()
  const head = String(await new Promise<Buffer>((done) => stream.once('data', done))).split('\n')[0]
  expect(head).toContain('厂商名称')
  expect(head).not.toContain('规格型号')
  await set(async () => {
    await page.getByRole('switch', { name: '显示 规格型号' }).click()
    await page.getByRole('textbox', { name: '别名 生产厂家' }).fill('')
  })
})

test('a field that the hospital adds is on the form and in the list', async ({ page }) => {
  await page.goto('/system/custom-field')
  await page.getByRole('button', { name: '新增' }).first().click()
  await drawer(page).getByLabel('字段编码').fill('warehouseTag')
  await drawer(page).getByLabel('字段名称').fill('库位标签')
  await drawer(page).getByLabel('列表显示').click()
  await drawer(page).getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('新增成功')).toBeVisible()
  await openList(page, '/eam/device')
  await page.locator('.eam-toolbar').getByRole('button', { name: '新增' }).click()
  await drawer(page).getByLabel('设备名称').fill('自定义字段测试泵')
  await drawer(page).getByLabel('库位标签').fill('A-07')
  await drawer(page).getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('新增成功')).toBeVisible()
  await page.goto(`/eam/device?deviceName=${encodeURIComponent('自定义字段测试泵')}`)
  await expect(page.getByRole('columnheader', { name: '库位标签' })).toBeVisible()
  await expect(rows(page).first()).toContainText('A-07')
})

test('[ASSET-SCR-LOC] [ASSET-API-6] places: a building is added below a courtyard and its floors and rooms at once; the tree shows the branch', async ({
  page,
}) => {
  await page.goto('/eam/location')
  const tree = page.getByRole('tree')
  await tree.getByText('本部院区').click()
  await page.locator('.eam-toolbar').getByRole('button', { name: '新增' }).click()
  await drawer(page).getByLabel('位置名称').fill('科研楼')
  await drawer(page).getByLabel('层级').click()
  await page.locator('.ant-select-item-option').filter({ hasText: '楼栋' }).click()
  await drawer(page).getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('新增成功')).toBeVisible()
  await rows(page).filter({ hasText: '科研楼' }).click()
  await page.getByRole('button', { name: '批量生成楼层房间' }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: '楼层数' })
  await dialog.getByLabel('楼层数').fill('3')
  await dialog.getByLabel('每层房间数').fill('4')
  await expect(dialog.getByText('共 12 个房间')).toBeVisible()
  const sent = page.waitForRequest((request) => request.url().includes('/location/storiedBuilding'))
  await dialog.getByRole('button', { name: '确定' }).click()
  expect((await sent).postDataJSON()).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), floor: 3, room: 4 })
  await expect(page.getByText('已生成')).toBeVisible()
  await page.goto('/eam/location')
  const node = tree.locator('.ant-tree-treenode').filter({ hasText: '科研楼' })
  await node.locator('.ant-tree-switcher').click()
  await expect(tree.getByText('3层', { exact: true }).first()).toBeVisible()
  await tree.locator('.ant-tree-treenode').filter({ hasText: '3层' }).first().locator('.ant-tree-switcher').click()
  await expect(tree.getByText('301', { exact: true }).first()).toBeVisible()
  await tree.getByText('科研楼').click()
  await expect(rows(page)).toHaveCount(3)
})

test('a tab with unsaved content asks before it closes', async ({ page }) => {
  await page.goto('/system/field-config')
  await page.getByRole('textbox', { name: '别名 品牌' }).fill('牌子')
  const tab = page.locator('.eam-tabs').getByRole('tab', { name: '字段配置' })
  await tab.locator('.eam-tab-close').click()
  const ask = page.getByRole('dialog').filter({ hasText: '内容尚未保存' })
  await ask.getByRole('button', { name: '继续编辑' }).click()
  await expect(tab).toBeVisible()
  await tab.locator('.eam-tab-close').click()
  await ask.getByRole('button', { name: '放弃' }).click()
  await expect(tab).toHaveCount(0)
  // Content discarded in a form is not asked about again.
  await openList(page, '/eam/deviceparts')
  await page.locator('.eam-toolbar').getByRole('button', { name: '新增' }).click()
  await drawer(page).getByLabel('配件名称').fill('探头')
  await page.keyboard.press('Escape')
  await ask.getByRole('button', { name: '放弃' }).click()
  const parts = page.locator('.eam-tabs').getByRole('tab', { name: '设备配件' })
  await parts.locator('.eam-tab-close').click()
  await expect(parts).toHaveCount(0)
})
