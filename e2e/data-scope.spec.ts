import { expect, type Page } from '@playwright/test'
import { holdSession, openList, rows } from './harness/desk-page.ts'
import { openDesk } from './harness/office.ts'
import { test } from './harness/server.ts'

const call = async (page: Page, path: string, data: object): Promise<{ id: string }> => {
  const answer = await page.request.post(`/api${path}`, { headers: { 'x-eam-client': 'web' }, data })
  const body = (await answer.json()) as { data: { id: string }; msg: string }
  expect([answer.status(), body.msg]).toEqual([200, expect.anything()])
  return body.data
}

test('a rule of the role dialog limits what its people see, and its conditions are there when it is opened again', async ({
  page,
  server,
}) => {
  await holdSession(page, 'admin')
  const role = await call(page, '/blade-system/role/submit', { roleName: '条件角色', roleAlias: 'by_condition', reach: 'all' })
  await openList(page, '/system/role?keyword=条件角色')
  await rows(page).filter({ hasText: '条件角色' }).click()
  await page.getByRole('button', { name: '权限', exact: true }).click()
  await page.getByRole('tab', { name: '数据范围', exact: true }).click()
  const rules = page.getByRole('region', { name: '各类数据的范围' })
  const device = rules.getByRole('button', { name: '“设备卡”的数据范围' })
  await device.click()
  const dialog = page.getByRole('dialog', { name: '“设备卡”的数据范围' })
  const choose = async (label: string, choice: string): Promise<void> => {
    await dialog.getByLabel(label, { exact: true }).last().click()
    await page.locator('.ant-select-dropdown:visible').getByText(choice, { exact: true }).click()
  }
  await choose('数据范围', '自定义条件')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByRole('alert')).toContainText('条件')
  await dialog.getByRole('button', { name: '添加条件' }).click()
  await choose('字段', '管理类别')
  await dialog.getByRole('group', { name: '条件 1' }).getByRole('combobox').nth(2).click()
  await page.locator('.ant-select-dropdown:visible').getByText('Ⅲ类', { exact: true }).click()
  // The open list covers the button.
  await dialog.getByText('“设备卡”的数据范围').click()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  await expect(rules.getByRole('row').filter({ hasText: '自定义条件' })).toHaveCount(1)
  await device.click()
  await expect(dialog.getByRole('group', { name: '条件 1' })).toContainText('Ⅲ类')
  await call(page, '/blade-system/role/grant', { roleIds: [role.id], menuIds: 'device.list' })
  const office = await openDesk(server.url, { tenant: '100001', user: 'admin', password: 'ward2026' })
  const found = (await office.get('/blade-system/data-scope/list')) as { records: { entity: string; reach: string }[] }
  expect(found.records).toMatchObject([{ entity: 'device', reach: 'custom' }])
})
