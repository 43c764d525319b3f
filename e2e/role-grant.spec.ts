import { expect, type Page } from '@playwright/test'
import { holdSession, openList, rows } from './harness/desk-page.ts'
import { openDesk } from './harness/office.ts'
import { test } from './harness/server.ts'

const boss = { tenant: '100001', user: 'admin', password: 'ward2026' }

const openRights = async (page: Page, name: string): Promise<void> => {
  await openList(page, `/system/role?keyword=${name}`)
  await rows(page).filter({ hasText: name }).click()
  await page.getByRole('button', { name: '权限', exact: true }).click()
}

test('a role is granted menus, data scopes and API scopes in one dialog [SHELL-PERM-3] [SHELL-ENT-GRANT]', async ({ page, server }) => {
  const office = await openDesk(server.url, boss)
  const role = await office.post<{ id: string }>('/blade-system/role/submit', {
    roleName: '接口角色',
    roleAlias: 'by_calls',
    reach: 'chosen',
  })
  await holdSession(page, 'admin')
  await openRights(page, '接口角色')
  const rights = page.locator('.eam-rights')
  const tab = (name: string) => rights.getByRole('tab', { name, exact: true })
  await expect(rights.getByRole('tree')).toBeVisible()
  await rights.getByRole('tree').getByRole('checkbox').first().click()
  await tab('数据范围').click()
  await expect(rights.getByText('指定科室', { exact: true })).toBeVisible()
  await expect(rights.getByRole('region', { name: '各类数据的范围' })).toBeVisible()
  await tab('接口范围').click()
  const scopes = rights.getByRole('tree', { name: '接口范围' })
  const box = (name: string) => scopes.getByRole('treeitem', { name: new RegExp(name) }).getByRole('checkbox')
  await expect(box('全部接口')).toBeChecked()
  await box('全部接口').click()
  await box('维修管理').click()
  const sent = page.waitForRequest((request) => request.url().includes('/role/grant'))
  await rights.getByRole('button', { name: /^保 ?存$/ }).click()
  const body = (await sent).postDataJSON() as Record<string, unknown>
  expect(body).toMatchObject({ roleIds: [role.id], menuIds: expect.stringMatching(/./), dataScopeIds: [] })
  expect(body.apiScopeIds).toHaveLength(1)
  await expect(rights).toBeHidden()
  const held = await office.get<{ menuIds: string[]; apiScopeIds: string[] }>('/blade-system/menu/role-tree-keys', { roleIds: role.id })
  const all = await office.get<{ id: string; name: string; patterns: string[] }[]>('/blade-system/api-scope/list')
  expect(held.menuIds.length).toBeGreaterThan(0)
  expect(all.filter(({ id }) => held.apiScopeIds.includes(id))).toMatchObject([{ name: '维修管理' }])
  await office.post(`/blade-system/role/remove?ids=${role.id}`, {})
})

test('who holds the role sees its scopes and changes nothing', async ({ page }) => {
  await holdSession(page, 'admin')
  await openRights(page, '医院管理员')
  const rights = page.locator('.eam-rights')
  await rights.getByRole('tab', { name: '接口范围' }).click()
  await expect(rights.getByRole('tree', { name: '接口范围' }).getByRole('checkbox').first()).toBeDisabled()
  await expect(rights.getByRole('button', { name: /^保 ?存$/ })).toBeDisabled()
})
