import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { holdSession, openList, rows } from './harness/desk-page.ts'
import { openDesk } from './harness/office.ts'
import { test } from './harness/server.ts'

// What the platform keeps reaches every hospital of its program.
test.use({ hospital: 'arranged' })

const platform = { tenant: '000000', user: 'admin', password: 'admin' }
const boss = { tenant: '100001', user: 'admin', password: 'ward2026' }

test('two code forms are generated in one request, which has their ids and the system [SHELL-GEN-1]', async ({ page, server }) => {
  const office = await openDesk(server.url, platform)
  const ids: string[] = []
  for (const entityName of ['gasCylinder', 'gasValve']) {
    const fields = [{ fieldName: 'mainName', wordZh: '名称', wordEn: 'Name', kind: 'text', isRequired: 1 }]
    const form = { entityName, wordZh: '气瓶', wordEn: 'Gas cylinder', module: 'asset', fields }
    ids.push((await office.post<{ id: string }>('/blade-develop/code/submit', form)).id)
  }
  await holdSession(page, platform)
  await openList(page, '/tool/code')
  for (const row of await rows(page).all()) await row.getByRole('checkbox').check()
  await page.getByRole('main').getByRole('button', { name: '生成代码' }).click()
  const dialog = page.getByRole('dialog', { name: '生成代码' })
  await expect(dialog.getByText('gasCylinder')).toBeVisible()
  const [sent, file] = await Promise.all([
    page.waitForRequest((request) => request.url().includes('/code/gen-code')),
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: /^确 ?定$/ }).click(),
  ])
  const asked = new URL(sent.url()).searchParams
  expect(sent.method()).toBe('POST')
  expect(asked.get('ids')!.split(',').sort()).toEqual([...ids].sort())
  expect(asked.get('system')).toBe('desk')
  expect((await readFile((await file.path())!)).subarray(0, 2).toString()).toBe('PK')
})

test('an administrator reads why a person may do something, and marks a role as reviewed', async ({ page, server }) => {
  const office = await openDesk(server.url, boss)
  const { records } = await office.get<{ records: { realName: string; roleName: string }[] }>('/blade-log/access-review/list', {
    size: '1',
    keyword: 'keeper',
  })
  await holdSession(page, 'admin')
  await page.goto('/system/access-review')
  const main = page.getByRole('main')
  await main.getByRole('textbox', { name: '姓名或账号' }).fill('keeper')
  const row = main.getByRole('row').filter({ hasText: records[0]!.realName }).first()
  await row.getByRole('button', { name: records[0]!.realName }).click()
  await expect(
    page
      .getByRole('dialog')
      .getByText(new RegExp(`${records[0]!.roleName}，.*，自 .*，授予人`))
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await row.getByRole('checkbox').check()
  await main.getByRole('button', { name: '标记为已复核' }).click()
  await expect(row).not.toContainText('未复核')
})

test('an auditor asks who may do something, by the words of the right', async ({ page }) => {
  await holdSession(page, 'admin')
  await page.goto('/system/access-review')
  const main = page.getByRole('main')
  await expect(main.getByRole('row').filter({ hasText: 'keeper' }).first()).toBeVisible()
  const asked = page.waitForRequest((request) => new URL(request.url()).searchParams.get('right') === 'user.grant')
  await main.getByRole('combobox', { name: '谁有此权限' }).fill('授予角色')
  await page.locator('.ant-select-dropdown:visible').getByText('授予角色', { exact: true }).click()
  await asked
  await expect(main.getByRole('row').filter({ hasText: 'keeper' })).toHaveCount(0)
  await expect(main.getByRole('row').filter({ hasText: 'admin' }).first()).toBeVisible()
})
