import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { openList, signIn } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

const form = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('.eam-form') })

const openForm = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: '新增' }).first().click()
  await expect(form(page).getByRole('region', { name: '识别铭牌' })).toBeVisible()
}

const choose = async (page: Page): Promise<void> => {
  const buffer = await readFile(new URL('../tests/fixtures/nameplate.jpg', import.meta.url))
  await form(page).locator('.eam-plate input[type=file]').setInputFiles({ name: '铭牌.jpg', mimeType: 'image/jpeg', buffer })
}

test('a photo of a nameplate fills a card after a click, the second time without a network', async ({ page, context }) => {
  test.setTimeout(180_000)
  await signIn(page, 'manager')
  await openList(page, '/eam/device')
  // Nothing is fetched before it is asked for.
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  context.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await openForm(page)
  expect(fetched.filter((path) => /\.onnx$|\/runtime-\w+\.wasm$/.test(path))).toEqual([])
  await choose(page)
  const facts = form(page).getByRole('region', { name: '铭牌上的信息' })
  await expect(facts).toBeVisible({ timeout: 120_000 })
  await expect(facts.getByRole('listitem').filter({ hasText: '出厂编号' })).toContainText('DE8B012345')
  await expect
    .poll(() => facts.locator('img').evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 40)))
    .toBe(true)
  await expect(form(page).getByRole('textbox', { name: '规格型号' })).toHaveValue('')
  await facts.getByRole('button', { name: /^采用可靠项/ }).click()
  await expect(form(page).getByRole('textbox', { name: '出厂编号' })).toHaveValue('DE8B012345')
  await expect(form(page).getByRole('textbox', { name: '注册证号' })).toHaveValue('国械注准20173541234')
  expect(await page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('nameplate-')).length)).toBe(1)

  await form(page).getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '放弃' }).click()
  await expect(form(page)).toHaveCount(0)
  await context.setOffline(true)
  await openForm(page)
  await choose(page)
  await expect(facts).toBeVisible({ timeout: 120_000 })
  await expect(facts.getByRole('listitem').filter({ hasText: '规格型号' })).toContainText('iMEC')
})
