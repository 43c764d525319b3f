import { expect, type Page } from '@playwright/test'

interface Wanted {
  readonly title: string
  /** Names of departments and of the people who count. */
  readonly depts: readonly string[]
  readonly people: readonly string[]
  /** Looks at the filled form before it is saved. */
  readonly look?: () => Promise<void>
}

/** Makes a check on the desk by its form, as the signed-in person, and starts it; returns its id. */
export async function makeCheck(page: Page, { title, depts, people, look }: Wanted): Promise<string> {
  await page.goto('/eam/check')
  await page.getByRole('button', { name: '新增' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('任务名称').fill(title)
  await form.getByLabel('开始日期').fill('2026-11-20')
  await form.getByLabel('开始日期').press('Enter')
  for (const [label, names] of [
    ['科室（含下级）', depts],
    ['盘点人员', people],
  ] as const)
    for (const name of names) {
      await form.getByLabel(label).fill(name)
      await page.locator('.ant-select-item-option').filter({ hasText: name }).first().click()
      await expect(form.locator('.ant-select-selection-item').filter({ hasText: name })).toBeVisible()
    }
  await page.keyboard.press('Escape')
  await look?.()
  await form.getByRole('button', { name: '保存' }).click()
  await expect(page).toHaveURL(/\/eam\/check\/[0-9a-f-]{36}$/)
  await page.getByRole('button', { name: '开始盘点' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(page.getByRole('button', { name: '结束盘点' })).toBeVisible()
  return page.url().split('/').at(-1) ?? ''
}
