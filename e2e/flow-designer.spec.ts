import { expect, type Page } from '@playwright/test'
import { openList, signIn } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

const item = (page: Page, name: string | RegExp) => page.getByRole('tree', { name: '流程图' }).getByRole('treeitem', { name })
/** Adds a node by the keyboard after what has the focus. */
const add = async (page: Page, kind: string): Promise<void> => {
  await page.keyboard.press('+')
  await page.locator('.ant-dropdown:visible').getByRole('menuitem', { name: kind, exact: true }).click()
}
const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label, exact: true }).last().click()
  await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click()
}

test('a flow with an amount condition is designed, mended and published; the keyboard and undo work on the drawing', async ({ page }) => {
  await signIn(page, 'manager')
  await openList(page, '/flow/definition').catch(() => page.goto('/flow/definition'))
  await page.getByRole('button', { name: '新增' }).first().click()
  const form = page.getByRole('dialog').filter({ hasText: '新增流程定义' })
  await form.getByLabel('流程名称').fill('高值设备变更')
  await form.getByLabel('适用单据').click()
  await page.locator('.ant-select-dropdown:visible').getByText('设备卡变更', { exact: true }).click()
  await form.getByRole('button', { name: '保存' }).click()
  await expect(page).toHaveURL(/\/flow\/definition\/[0-9a-f-]{36}$/)

  // The plain tree: the holders of the right decide. A condition comes before it, by the keyboard alone.
  await item(page, /^发起/).focus()
  await add(page, '条件')
  await expect(page.getByText('没有设置条件').first()).toBeVisible()
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await expect(page.getByText(/还有 1 处错误/)).toBeVisible()

  // Publishing has opened what is wrong: the branch without a condition.
  await page.getByRole('button', { name: '添加条件' }).click()
  await choose(page, '条件项', '设备原值')
  await page.getByRole('textbox', { name: '设备原值 比较值' }).fill('100000')
  await expect(item(page, /设备原值 大于 ¥100,000.00/)).toBeVisible()
  await expect(page.getByText('检查通过')).toBeVisible()

  // An approval inside of the branch: a fault until an assignee is named.
  await item(page, /设备原值 大于/).focus()
  await add(page, '审批')
  await expect(item(page, /请设置处理人/)).toBeVisible()
  await page.getByRole('button', { name: '添加处理人规则' }).click()
  await choose(page, '处理人规则 1', '科室负责人')
  await item(page, /申请人科室负责人/).focus()

  // Arrows walk, Delete removes, Ctrl+Z brings it back with everything that was set.
  await page.keyboard.press('ArrowLeft')
  await expect(item(page, /设备原值 大于/)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(item(page, /申请人科室负责人/)).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(item(page, /申请人科室负责人/)).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(item(page, /申请人科室负责人/)).toBeVisible()
  await page.keyboard.press('Control+y')
  await expect(item(page, /申请人科室负责人/)).toHaveCount(0)
  await page.keyboard.press('Control+z')

  // Fitting the drawing measures the drawing itself: pressed again it changes nothing, from any scale.
  const fit = page.getByRole('button', { name: /^适应窗口 / })
  await fit.click()
  const fitted = (await fit.textContent())!
  await fit.click()
  await expect(fit).toHaveText(fitted)
  await page.getByRole('button', { name: '缩小' }).click()
  await expect(fit).not.toHaveText(fitted)
  await fit.click()
  await expect(fit).toHaveText(fitted)

  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByRole('dialog').filter({ hasText: '发布为第 1 版' }).getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('已发布第 1 版')).toBeVisible()
  await expect(page.getByText('第 1 版', { exact: true })).toBeVisible()
  await expect(page.getByText('已保存', { exact: true })).toBeVisible()

  // What was published is compared with the draft that goes on.
  await item(page, /申请人科室负责人/).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.getByRole('button', { name: '版本', exact: true }).click()
  await expect(page.getByRole('dialog').getByText(/^移动审批“审批”/)).toBeVisible()
})
