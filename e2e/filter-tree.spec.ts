import { expect, type Page } from '@playwright/test'
import { openList, signIn } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

const show = async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name: '更多' }).first().click()
  await page.getByRole('menuitem', { name: '显示筛选树' }).click()
  return page.getByRole('complementary', { name: '筛选树' })
}
const asks = (page: Page, has: Readonly<Record<string, string>>) =>
  page.waitForRequest((request) => {
    const { pathname, searchParams } = new URL(request.url())
    return pathname.endsWith('/list') && Object.entries(has).every(([name, value]) => searchParams.get(name)?.startsWith(value))
  })

test('[SHELL-FTREE-1] [SHELL-FTREE-2] [SHELL-FTREE-3] [SHELL-FTREE-4] a tree beside a list narrows it: by a call, given nodes, dictionaries and the last five years', async ({
  page,
}) => {
  await signIn(page, 'admin')
  await openList(page, '/eam/device')
  const panel = await show(page)
  const nodes = panel.getByRole('treeitem')
  const by = async (name: string): Promise<void> => {
    await panel.getByLabel('筛选方式').click()
    await page.locator('.ant-select-dropdown:visible').getByText(name, { exact: true }).click()
  }
  await expect(panel.getByPlaceholder('名称|型号|厂家|RFID|国资编码')).toBeVisible()
  // A call: the departments.
  await expect(nodes.nth(1)).toBeVisible()
  const inDept = asks(page, { useDeptId: '' })
  await nodes.nth(1).locator('.ant-tree-node-content-wrapper').click()
  await inDept
  await expect(page).toHaveURL(/useDeptId=/)
  // Nodes of the page: the states of a device.
  await by('设备状态')
  await nodes.filter({ hasText: '在用' }).locator('.ant-tree-node-content-wrapper').click()
  await expect(page).toHaveURL(/useDeptId=.*eamStatus=in_use|eamStatus=in_use.*useDeptId=/)
  await nodes.filter({ hasText: '全部' }).locator('.ant-tree-node-content-wrapper').click()
  await expect(page).not.toHaveURL(/eamStatus/)
  // Several dictionaries, each with its values.
  await by('字典分类')
  await expect(nodes.filter({ hasText: '资金来源' })).toBeVisible()
  await nodes.filter({ hasText: '资金来源' }).locator('.ant-tree-switcher').click()
  await expect(nodes.nth(2)).toBeVisible()
  await nodes.nth(2).locator('.ant-tree-node-content-wrapper').click()
  await expect(page).toHaveURL(/fundSource=/)
  // The last five years by month, below one for all.
  await by('创建时间')
  const year = new Date().getFullYear()
  await expect(nodes).toHaveText(['全部', ...[0, 1, 2, 3, 4].map((back) => `${year - back}年`)])
  await nodes.nth(2).locator('.ant-tree-switcher').click()
  await expect(nodes).toHaveCount(18)
  const inMonth = asks(page, { createTime_dategt: `${year - 1}-12-01`, createTime_datelt: `${year - 1}-12-31` })
  await nodes.filter({ hasText: '12月' }).locator('.ant-tree-node-content-wrapper').click()
  await inMonth
  // Its search is that of the list; the panel stays after a reload.
  const searching = asks(page, { keyword: '监护' })
  await panel.getByPlaceholder('名称|型号|厂家|RFID|国资编码').fill('监护')
  await panel.getByPlaceholder('名称|型号|厂家|RFID|国资编码').press('Enter')
  await searching
  await page.reload()
  await expect(panel).toBeVisible()
  // One dictionary, beside the repairs.
  await openList(page, '/eam/repair')
  const kinds = await show(page)
  await expect(kinds.getByRole('treeitem').nth(1)).toBeVisible()
  await kinds.getByRole('treeitem').nth(1).locator('.ant-tree-node-content-wrapper').click()
  await expect(page).toHaveURL(/faultKind=/)
})

test('[SHELL-TOOL-9] a list of what cannot be searched has no search field, and can still be refreshed', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/eam/depreciation-lines')
  const refresh = page.getByRole('main').getByRole('button', { name: '刷新' })
  await expect(refresh).toBeVisible()
  await expect(page.getByRole('main').getByRole('textbox', { name: '搜索' })).toHaveCount(0)
  const again = page.waitForRequest('**/list?*')
  await refresh.click()
  await again
  await page.goto('/eam/device')
  await expect(page.getByRole('main').getByRole('textbox', { name: '搜索' })).toBeVisible()
})
