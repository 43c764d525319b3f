import { expect, type Page, type Request } from '@playwright/test'
import { holdSession, openList, rows } from './harness/desk-page.ts'
import { type Desk, openDesk } from './harness/office.ts'
import { test } from './harness/server.ts'

const hospital = { tenant: '100001', password: 'ward2026' }
const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
const form = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('.eam-form') })
const add = async (desk: Desk, draft: object, url = '/eam/device/submit'): Promise<string> =>
  (await desk.post<{ id: string }>(url, draft)).id
const asked = (page: Page, path: string): Promise<Request> =>
  page.waitForRequest((request) => new URL(request.url()).pathname === `/api${path}`)
const queryOf = (request: Request) => Object.fromEntries(new URL(request.url()).searchParams)
const office = (url: string, user = 'admin') => openDesk(url, { ...hospital, user })

/** Picks in an open form by typing a part of the name. */
const pick = async (page: Page, field: string, name: string): Promise<void> => {
  await form(page).getByLabel(field, { exact: true }).click()
  await form(page).getByLabel(field, { exact: true }).fill(name)
  await page
    .locator('.ant-select-item-option:visible, .ant-select-tree-node-content-wrapper:visible')
    .filter({ hasText: name })
    .first()
    .click()
}
const actOf = async (page: Page, name: string, act: string): Promise<void> => {
  await rows(page)
    .filter({ hasText: name })
    .getByRole('button', { name: /的操作$/ })
    .click()
  await page.getByRole('menuitem', { name: act }).click()
}

test('a card with its attached devices and parts, and the pages about it [ASSET-CAP-1] [ASSET-API-2] [ASSET-ROUTE-2] [ASSET-ROUTE-3] [ASSET-ROUTE-4] [ASSET-ROUTE-5] [ASSET-ROUTE-14]', async ({
  page,
  server,
}) => {
  const desk = await office(server.url)
  const name = `页面机${Date.now()}`
  const id = await add(desk, { deviceName: name })
  const child = await add(desk, { deviceName: `${name}探头`, parentId: id })
  await add(desk, { deviceId: id, partName: `${name}导联线`, quantity: 1 }, '/eam/deviceparts/submit')
  await holdSession(page, 'admin')
  await openList(page, `/eam/device?keyword=${encodeURIComponent(name)}`)
  await expect(rows(page)).toHaveCount(2)

  const children = asked(page, '/eam/device/deviceChildren')
  await page.goto(`/form/eam/accessory-dev-card?id=${id}`)
  const request = await children
  expect([request.method(), queryOf(request)]).toEqual(['GET', { deviceCardId: id }])
  await expect(main(page).getByRole('heading', { level: 1 })).toContainText(name)
  await expect(main(page).getByRole('region', { name: '附属设备' })).toContainText(`${name}探头`)
  await expect(main(page).getByText(`${name}导联线`).first()).toBeVisible()
  await page.goto(`/form/eam/accessory-dev-card?id=${child}`)
  await expect(main(page).getByRole('region', { name: '主设备' }).getByRole('link', { name, exact: true })).toBeVisible()

  await page.goto(`/form/eam/dev-card?id=${id}`)
  await main(page).getByRole('tab', { name: /^配件/ }).click()
  await expect(main(page).getByRole('tabpanel')).toContainText(`${name}探头`)
  await expect(main(page).getByRole('tabpanel')).toContainText(`${name}导联线`)

  // A page that needs a device has it chosen first.
  await page.goto('/form/eam/dev-depreciation-details')
  await expect(page).toHaveURL(/\/form\/eam\/dev-select\?for=depreciation/)
  await page.locator('.eam-list:visible').getByRole('textbox', { name: '搜索' }).fill(name)
  await rows(page)
    .filter({ hasText: `${name}探头` })
    .click()
  await expect(page).toHaveURL(`/form/eam/dev-depreciation-details?id=${child}`)
  await expect(main(page).getByRole('heading', { level: 1 }).filter({ visible: true })).toContainText(`${name}探头`)

  await page.goto('/form/eam/assets-over-view')
  const total = await desk.get<{ total: number }>('/eam/device/list', { size: '1' })
  await expect(main(page).getByRole('link', { name: /^设备总数/ })).toContainText(total.total.toLocaleString('zh-CN'))
  await expect(main(page).getByRole('figure').first()).toBeVisible()
  await main(page).getByRole('link', { name: /^在用/ }).click()
  await expect(page).toHaveURL(/\/eam\/device\?eamStatus=in_use/)
})

test('cards are edited, filed and confirmed from the list [ASSET-LIST-7] [ASSET-LIST-11] [ASSET-LIST-12] [ASSET-CAP-3] [ASSET-ENT-CAT] [ASSET-API-3] [ASSET-API-4]', async ({
  page,
  server,
}) => {
  const desk = await office(server.url)
  const name = `清单泵${Date.now()}`
  const upper = await add(desk, { categoryName: `${name}大类` }, '/eam/assets-category/submit')
  await add(desk, { categoryName: `${name}小类`, parentId: upper }, '/eam/assets-category/submit')
  const ids: string[] = []
  for (const one of ['甲', '乙']) ids.push(await add(desk, { deviceName: `${name}${one}`, rfidCode: `E2${Date.now()}${ids.length}` }))
  await holdSession(page, 'admin')
  await openList(page, `/eam/device?keyword=${encodeURIComponent(name)}`)

  await actOf(page, `${name}甲`, '修改')
  await form(page).getByLabel('规格型号').fill('M-7')
  await pick(page, '使用科室', '手术室')
  await form(page).getByLabel('存放位置', { exact: true }).click()
  await page.locator('.ant-select-tree-node-content-wrapper:visible').first().click()
  await form(page).getByLabel('资产分类', { exact: true }).click()
  const tree = page.locator('.ant-select-dropdown:visible .ant-select-tree')
  const branch = tree.locator('.ant-select-tree-treenode').filter({ hasText: `${name}大类` })
  await branch.locator('.ant-select-tree-switcher').click()
  const leaf = tree.locator('.ant-select-tree-treenode').filter({ hasText: `${name}小类` })
  await expect(leaf.locator('.ant-select-tree-indent-unit')).toHaveCount(1)
  await leaf.locator('.ant-select-tree-node-content-wrapper').click()
  const [update, again] = [asked(page, '/eam/device/submit'), asked(page, '/eam/device/list')]
  await form(page).getByRole('button', { name: '保存' }).click()
  const body = (await update).postDataJSON()
  expect(body).toMatchObject({ id: ids[0], deviceModel: 'M-7', useDeptId: expect.any(String), locationId: expect.any(String) })
  await again
  await expect(rows(page).filter({ hasText: 'M-7' })).toContainText('手术室')
  expect(await desk.get('/eam/device/detail', { id: ids[0]! })).toMatchObject({
    useDeptName: '手术室',
    locationId: body.locationId,
    assetsCategoryName: `${name}小类`,
  })

  const filed = asked(page, '/eam/device/submit-filing')
  await actOf(page, `${name}甲`, '提交建档')
  expect((await filed).postDataJSON()).toMatchObject({ id: ids[0] })
  await expect(rows(page).filter({ hasText: `${name}甲` })).toContainText('待确认')
  await desk.post('/eam/device/submit-filing', { id: ids[1] })
  await page.reload()
  await expect(rows(page).filter({ hasText: '待确认' })).toHaveCount(2)
  for (const at of [0, 1]) await rows(page).nth(at).getByRole('checkbox').check()
  const sure = asked(page, '/eam/device/sureEam')
  await page.locator('.eam-toolbar').getByRole('button', { name: '确认建档' }).click()
  const confirm = dialog(page).getByRole('button', { name: /^(确 ?定|确认建档)$/ })
  if (await confirm.isVisible()) await confirm.click()
  expect([...((await sure).postDataJSON() as { ids: string[] }).ids].sort()).toEqual([...ids].sort())
  await expect(rows(page).filter({ hasText: '已建档' })).toHaveCount(2)

  // Calls that change data by GET are sent as the document says.
  const tagged = await add(desk, { deviceName: `${name}丙`, rfidCode: `E3${Date.now()}` })
  await desk.post('/eam/device/submit-filing', { id: tagged })
  await page.reload()
  await rows(page)
    .filter({ hasText: `${name}丙` })
    .getByRole('checkbox')
    .check()
  await page.getByRole('button', { name: '批量操作' }).click()
  await page.getByRole('menuitem', { name: '按 RFID 确认建档' }).click()
  const byTag = asked(page, '/eam/device/updateEamByRfid')
  await dialog(page).getByRole('button', { name: '确定' }).click()
  const got = await byTag
  expect([got.method(), queryOf(got), got.postData()]).toEqual(['GET', { ids: tagged }, null])
  await expect(rows(page).filter({ hasText: '已建档' })).toHaveCount(3)

  await page.goto(`/eam/device/${tagged}`)
  await main(page).getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '彻底删除设备卡' }).click()
  const erased = asked(page, '/eam/device/deleteCardAndRecordAndAsscod')
  await dialog(page).getByRole('button', { name: '确定' }).click()
  const erase = await erased
  expect([erase.method(), queryOf(erase), erase.postData()]).toEqual(['GET', { deviceCardId: tagged }, null])
  await expect(page).toHaveURL(/\/eam\/device$/)
})

test('devices are entered into a warehouse, and the main book is read by the tenant [ASSET-CAP-2] [ASSET-ENT-DEPRULE]', async ({
  page,
  server,
}) => {
  const desk = await office(server.url)
  const warehouseName = `入库页库房${Date.now()}`
  const depts = await desk.get<{ records: { id: string }[] }>('/blade-system/dept/list', { keyword: '手术室', size: '1' })
  await add(desk, { warehouseName, deptId: depts.records[0]!.id }, '/eam/plc/warehouse/submit')
  await holdSession(page, 'admin')
  await page.goto('/eam/warehouse-entry')
  await page.locator('.eam-toolbar:visible').getByRole('button', { name: '新增' }).click()
  await pick(page, '库房', warehouseName)
  await pick(page, '科室', '手术室')
  await form(page).getByLabel('入库日期').fill('2026-07-01')
  await form(page).getByLabel('入库日期').press('Enter')
  await form(page).getByRole('button', { name: '手工添加' }).click()
  await form(page).getByLabel('名称 1', { exact: true }).fill('入库页输液泵')
  await form(page).getByLabel('数量 1', { exact: true }).fill('2')
  const saved = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/eam/warehouse/enter/'))
  await form(page).getByRole('button', { name: '保存' }).click()
  expect((await saved).postDataJSON()).toMatchObject({ lines: [{ itemName: '入库页输液泵', quantity: 2 }] })
  await expect(form(page)).toHaveCount(0)
  await expect(rows(page).filter({ hasText: warehouseName })).toContainText('2')

  const ruleName = `页面账${Date.now()}`
  await desk.post('/eam/depreciation-rule/submit', { ruleName, ruleSet: 'public', beginsOn: '2026-01-01', defaultLife: 72 }).catch(() => {})
  const read = asked(page, '/eam/depreciation-rule/detail')
  await page.goto('/eam/depreciation-rules')
  const request = await read
  expect([request.method(), queryOf(request)]).toEqual(['GET', { tenantId: hospital.tenant }])
  const { data } = (await (await request.response())!.json()) as { data: { ruleName: string } }
  await expect(main(page).getByRole('region', { name: '主账簿' })).toContainText(data.ruleName)
})
