import { expect } from '@playwright/test'
import { signIn } from './harness/desk-page.ts'
import { openDesk } from './harness/office.ts'
import { test } from './harness/server.ts'

interface Node {
  readonly id: string
  readonly code?: string
  readonly name: string
}

test('[SHELL-TOPMENU-1] [SHELL-TOP-2] the bar names the top menus, and the chosen one decides the side bar, after a reload too', async ({
  page,
  server,
}) => {
  const platform = await openDesk(server.url, { tenant: '000000', user: 'admin', password: 'admin' })
  const tree = await platform.get<Node[]>('/blade-system/menu/grant-top-tree')
  const told = page.waitForResponse('**/blade-system/menu/top-menu*')
  await signIn(page, 'admin')
  await told
  const side = page.getByRole('navigation', { name: '菜单' })
  const groups = side.locator('.ant-menu-root > li')
  await expect(groups.first()).toBeVisible()
  const whole = await groups.count()
  expect(whole).toBeGreaterThan(2)
  // The program begins with the top menus of its modules.
  const names = page.getByRole('banner').getByRole('radiogroup', { name: '顶部菜单' })
  await expect(names).toContainText('全部资产业务系统')
  await names.getByText('资产', { exact: true }).click()
  await expect(groups.filter({ hasText: '设备管理' })).toHaveCount(1)
  await expect(groups.filter({ hasText: '系统管理' })).toHaveCount(0)
  await names.getByText('全部', { exact: true }).click()
  await expect(groups).toHaveCount(whole)
  const system = tree.find(({ name }) => name === '系统管理')!
  const made = await platform.post<Node>('/blade-system/topmenu/submit', { name: '后台', nameEn: 'Back office', code: 'backoffice' })
  await platform.post('/blade-system/topmenu/grant', { topMenuIds: [made.id], menuIds: [system.id] })
  await page.reload()
  const bar = page.getByRole('banner')
  await bar.getByText('后台', { exact: true }).click()
  await expect(groups).toHaveCount(1)
  await expect(groups).toContainText('系统管理')
  await page.reload()
  await expect(groups).toHaveCount(1)
  await bar.getByText('全部', { exact: true }).click()
  await expect(groups).toHaveCount(whole)
  // A top menu that is gone leaves the whole menu.
  await bar.getByText('后台', { exact: true }).click()
  await expect(groups).toHaveCount(1)
  await platform.post(`/blade-system/topmenu/remove?ids=${made.id}`, {})
  await page.reload()
  await expect(groups).toHaveCount(whole)
})
