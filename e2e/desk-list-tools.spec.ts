import { expect, type Page } from '@playwright/test'
import { siteKey } from '#src/data/stored.ts'
import { holdSession, openList, rows } from './harness/desk-page.ts'
import { openDesk } from './harness/office.ts'
import { test } from './harness/server.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const heads = (page: Page) => page.locator('.eam-list:visible').getByRole('columnheader')
const height = async (page: Page): Promise<number> => Math.round((await rows(page).first().boundingBox())!.height)

test('rows stay below the heading while the page scrolls; their height is chosen and remembered', async ({ page }) => {
  await holdSession(page, 'manager')
  await openList(page, '/eam/device?size=30')
  expect(await height(page)).toBeGreaterThan(36)
  expect(await height(page)).toBeLessThan(42)
  await page.locator('.eam-page').evaluate((part) => part.scrollTo(0, 400))
  // Every point between the edge of the page and the heading belongs to the heading.
  const above = () =>
    page.locator('.eam-page').evaluate((part) => {
      const { top, left, width } = part.getBoundingClientRect()
      return [1, 6, 12, 18].map((down) => document.elementFromPoint(left + width / 2, top + down)?.closest('thead') !== null)
    })
  await expect.poll(above).toEqual([true, true, true, true])
  await page.locator('.eam-page').evaluate((part) => part.scrollTo(0, 0))
  await page.getByRole('button', { name: '行高' }).click()
  await page.getByRole('menuitem', { name: '紧凑' }).click()
  await expect.poll(() => height(page)).toBeLessThan(34)
  // The size of the pages is remembered too.
  await page.locator('.ant-pagination-options .ant-select').click()
  await page.locator('.ant-select-item-option').filter({ hasText: /^50/ }).click()
  await expect(rows(page)).toHaveCount(50)
  await openList(page, '/eam/device')
  await expect(rows(page)).toHaveCount(50)
  expect(await height(page)).toBeLessThan(34)
})

test('what identifies a device is in sight, and the sums are those of all that is found', async ({ page, server }) => {
  const office = await openDesk(server.url, { tenant: '100001', user: 'manager', password: 'ward2026' })
  await holdSession(page, 'manager')
  await openList(page, '/eam/device?deviceModel=iMEC8')
  const names = (await heads(page).allTextContents()).filter((name) => name !== '')
  expect(names.slice(0, 7)).toEqual(['设备名称', '设备状态', '资产编号', '规格型号', '使用科室', '存放位置', '原值'])
  const value = (await heads(page).filter({ hasText: '原值' }).boundingBox())!
  const acts = (await heads(page).filter({ hasText: '操作' }).boundingBox())!
  expect(value.x + value.width).toBeLessThanOrEqual(acts.x)
  const found = await office.get<{ total: number; records: { originalValue: string }[] }>('/eam/device/list', {
    deviceModel: 'iMEC8',
    size: '200',
  })
  expect(found.total).toBeGreaterThan(10)
  const sum = found.records.reduce((all, row) => all + Number(row.originalValue), 0)
  const foot = page.locator('.eam-list:visible .eam-sums')
  await expect(foot).toContainText(`合计 ${found.total} 条`)
  await expect(foot).toContainText(sum.toLocaleString('zh-CN', { minimumFractionDigits: 2 }))
})

test('the menu of a row offers its next step first, as its page does, and takes it', async ({ page, server }) => {
  const office = await openDesk(server.url, { tenant: '100001', user: 'manager', password: 'ward2026' })
  await office.post('/eam/device/submit', { deviceName: '行菜单一号机' })
  await holdSession(page, 'manager')
  await openList(page, '/eam/device?keyword=行菜单一号机')
  await rows(page)
    .first()
    .getByRole('button', { name: /^行菜单一号机.*的操作$/ })
    .click()
  const items = page.locator('.ant-dropdown:visible').getByRole('menuitem')
  await expect(items.first()).toHaveText('提交建档')
  await expect(items.filter({ hasText: '修改' })).toHaveCount(1)
  await expect(items.last()).toHaveText('删除')
  await page.keyboard.press('Escape')
  await expect(
    rows(page)
      .first()
      .getByRole('button', { name: /的操作$/ }),
  ).toBeFocused()
  await page.keyboard.press('Enter')
  await items.first().click()
  await expect(rows(page).first()).toContainText('待确认')
  await expect(page).toHaveURL(/\/eam\/device\?/)
})

test('a search is kept under a name, opens its list, and is offered to the people of a role', async ({ page, browser }) => {
  await holdSession(page, 'manager')
  await openList(page, '/eam/device?eamStatus=idle')
  const saved = page.locator('.eam-toolbar:visible').getByRole('button', { name: /常用筛选|闲置设备/ })
  await saved.click()
  await page.getByRole('button', { name: '保存当前条件' }).click()
  const form = page.getByRole('dialog', { name: '保存当前条件' })
  await form.getByLabel('筛选名称').fill('闲置设备')
  await form.getByLabel('共享给角色').click()
  await page.locator('.ant-select-item-option:visible', { hasText: /^工程师$/ }).click()
  await form.getByRole('switch', { name: '打开列表时使用' }).click()
  await form.getByRole('button', { name: /^(确 ?定|OK)$/ }).click()
  await expect(form).toBeHidden()
  await expect(saved).toHaveText('闲置设备')
  await page.goto('/eam/device')
  await expect(page).toHaveURL(/eamStatus=idle/)
  await expect(rows(page).filter({ hasText: '闲置' }).first()).toBeVisible()
  await expect(rows(page).filter({ hasNotText: '闲置' })).toHaveCount(0)
  await page.getByRole('button', { name: '重置' }).click()
  await expect(page).toHaveURL(/\/eam\/device$/)
  const other = await (await browser.newContext()).newPage()
  await holdSession(other, 'engineer')
  await openList(other, '/eam/device')
  await other.getByRole('button', { name: '常用筛选' }).click()
  await expect(other.getByRole('button', { name: '闲置设备', exact: true }).first()).toBeVisible()
  await expect(other.getByRole('button', { name: '删除 闲置设备' })).toHaveCount(0)
  await other.getByRole('button', { name: '闲置设备', exact: true }).first().click()
  await expect(other).toHaveURL(/eamStatus=idle/)
  await other.context().close()
  // The list of the other tests opens without it again.
  await page.getByRole('button', { name: '常用筛选' }).click()
  await page.getByRole('button', { name: '删除 闲置设备' }).click()
  await page.getByRole('button', { name: /^(确 ?定|OK)$/ }).click()
  await expect(page.getByRole('button', { name: '删除 闲置设备' })).toHaveCount(0)
})

test('fields and columns are found by their names; columns move by dragging; both ends of a range have a name', async ({ page }) => {
  await holdSession(page, 'manager')
  await openList(page, '/eam/device')
  await page.getByRole('button', { name: '高级搜索' }).click()
  const form = page.locator('.eam-search-form')
  await form.getByRole('textbox', { name: '搜索字段' }).fill('原值')
  await expect(form.getByLabel('规格型号')).toBeHidden()
  for (const [end, hint] of [
    ['起', '最小'],
    ['止', '最大'],
  ])
    await expect(form.getByRole('textbox', { name: `原值（${end}）` })).toHaveAttribute('placeholder', hint!)
  await form.getByRole('textbox', { name: '原值（起）' }).fill('10000')
  await form.getByRole('textbox', { name: '原值（止）' }).fill('20000')
  await form.getByRole('button', { name: '搜索' }).click()
  await expect(page).toHaveURL(/originalValue_ge=10000&originalValue_le=20000/)
  await page.getByRole('button', { name: '显隐' }).click()
  const chooser = page.locator('.eam-chooser')
  await chooser
    .getByRole('listitem')
    .filter({ hasText: '存放位置' })
    .dragTo(chooser.getByRole('listitem').filter({ hasText: '规格型号' }))
  await expect(heads(page).filter({ hasText: /存放位置|规格型号/ })).toHaveText(['存放位置', '规格型号'])
  await chooser.getByRole('textbox', { name: '搜索列' }).fill('品牌')
  await expect(chooser.getByRole('checkbox')).toHaveCount(1)
  await chooser.getByRole('checkbox', { name: '品牌' }).check()
  await expect(heads(page).filter({ hasText: '品牌' })).toHaveCount(1)
})

test('on a small screen in English no heading of an empty list is cut', async ({ browser, baseURL }) => {
  const page = await (await browser.newContext({ baseURL, locale: 'zh-CN', viewport: { width: 1024, height: 768 } })).newPage()
  await holdSession(page, 'admin')
  const english = JSON.stringify({ dataType: 'string', content: 'en', datetime: 1 })
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [`${siteKey}language`, english] as const)
  /** Texts that end to the right of their frame. */
  const cut = (frame: string): Promise<string[]> =>
    page.locator(frame).evaluateAll((found) =>
      found.flatMap((part) => {
        const text = document.createRange()
        text.selectNodeContents(part)
        const edge = part.getBoundingClientRect().right
        return Math.floor(text.getBoundingClientRect().right) > edge ? [part.textContent ?? ''] : []
      }),
    )
  await page.goto('/eam/deviceparts?partName=none%20such')
  await expect(heads(page).filter({ hasText: 'Purchase' })).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
  expect(await heads(page).count()).toBeGreaterThan(10)
  expect(await cut('.eam-list th:not(:has(input, .eam-line-label), :empty)')).toEqual([])
})
