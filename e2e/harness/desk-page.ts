import { expect, type Page } from '@playwright/test'
import type { Account } from './office.ts'

/** Every account of the demo hospital has this password. */
const demo = { tenant: '100001', password: 'ward2026' }

/** Opens the desk and signs in, with an account of the demo hospital by its name alone; ends on the home page. */
export const signIn = async (page: Page, account: string | Account, address = '/'): Promise<void> => {
  const { tenant, user, password } = typeof account === 'string' ? { ...demo, user: account } : account
  await page.goto(address)
  await page.getByLabel('租户编号').fill(tenant)
  await page.getByLabel('账号').fill(user)
  await page.getByLabel('密码').fill(password)
  const known = page.waitForResponse((response) => response.url().includes('/blade-user/info'))
  await page.getByRole('button', { name: '登录' }).click()
  await known
  await expect(page.getByRole('banner')).toBeVisible()
}

/** Signs out through the personal menu. */
export const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /打开个人菜单/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

/** The rows that the shown list holds. */
export const rows = (page: Page) => page.locator('.eam-list:visible .ant-table-row')

/** Opens a page of the menu by its address and waits for its list. */
export const openList = async (page: Page, path: string): Promise<void> => {
  // The page that is left may still receive answers to its own lists.
  const [wanted] = path.split('?')
  const answered = page.waitForResponse(
    (response) => response.url().includes('/list?') && new URL(response.frame().url()).pathname === wanted,
  )
  await page.goto(path)
  await answered
  await expect(rows(page).first()).toBeVisible()
}

/** Presses Escape until `isDone` holds: for an instant after a dialog has gone, the key is still taken for it. */
export const escapeUntil = (page: Page, isDone: () => Promise<void>): Promise<void> =>
  expect(async () => {
    await page.keyboard.press('Escape')
    await isDone()
  }).toPass({ timeout: 10_000 })
