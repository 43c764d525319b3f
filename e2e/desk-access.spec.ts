import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { holdSession, openList, rows } from './harness/desk-page.ts'
import { openDesk } from './harness/office.ts'
import { test } from './harness/server.ts'

// What the platform keeps reaches every hospital of its program.
test.use({ hospital: 'arranged' })

const platform = { tenant: '000000', user: 'admin', password: 'admin' }

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
