import { expect, type Page } from '@playwright/test'
import { holdSession, openList, rows } from './harness/desk-page.ts'
import { openDesk } from './harness/office.ts'
import { test } from './harness/server.ts'

const boss = { tenant: '100001', user: 'admin', password: 'ward2026' }
const main = (page: Page) => page.getByRole('main')
const form = (page: Page) => page.getByRole('dialog')

/** Chooses an option of a select in the form. */
const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await form(page).getByLabel(label, { exact: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click()
}

test('the form of an identity provider asks what its kind needs, and what was typed is there again with the kind', async ({
  page,
  server,
}) => {
  const office = await openDesk(server.url, boss)
  await holdSession(page, 'admin')
  await page.goto('/system/identity-provider')
  await main(page).getByRole('button', { name: '新增' }).first().click()
  const field = (label: string) => form(page).getByLabel(label, { exact: true })
  const asked = async (shown: readonly string[], hidden: readonly string[]): Promise<void> => {
    for (const label of shown) await expect(field(label)).toBeVisible()
    for (const label of hidden) await expect(field(label)).toHaveCount(0)
  }
  await field('身份源编号').fill('kinds')
  await field('身份源名称').fill('各类身份源')
  // Before a kind is chosen only what all kinds have is asked.
  await asked(['身份源类型'], ['签发者地址', '企业编号（CorpId）', '目录地址'])
  await choose(page, '身份源类型', 'OpenID Connect')
  await asked(['签发者地址', '客户端编号'], ['企业编号（CorpId）', '钉钉应用标识（Client ID）', '目录地址'])
  await field('签发者地址').fill('https://sso.example.org/realms/kept')
  await choose(page, '身份源类型', '企业微信')
  await asked(['企业编号（CorpId）', '应用编号（AgentId）'], ['签发者地址', '钉钉应用标识（Client ID）', '目录地址'])
  await choose(page, '身份源类型', '钉钉')
  await asked(['企业编号（CorpId）', '钉钉应用标识（Client ID）'], ['签发者地址', '目录地址'])
  await field('钉钉应用标识（Client ID）').fill('not what its pattern says!')
  await choose(page, '身份源类型', 'LDAP / AD 目录')
  await asked(['目录地址', '查找起点'], ['签发者地址', '企业编号（CorpId）'])
  await choose(page, '身份源类型', 'OpenID Connect')
  await expect(field('签发者地址')).toHaveValue('https://sso.example.org/realms/kept')
  await choose(page, '首次登录匹配', '按账号')
  // What another kind was told neither keeps the form from being saved nor is sent.
  const saving = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/identity-provider/submit'))
  await form(page).getByRole('button', { name: '保存' }).click()
  expect((await saving).postDataJSON()).toMatchObject({ kind: 'oidc', issuer: 'https://sso.example.org/realms/kept' })
  expect((await saving).postDataJSON()).not.toHaveProperty('appKey')
  await expect(rows(page).filter({ hasText: '各类身份源' })).toBeVisible()
  const { records } = await office.get<{ records: { id: string; providerCode: string }[] }>('/blade-system/identity-provider/list')
  await office.post(`/blade-system/identity-provider/remove?ids=${records.find(({ providerCode }) => providerCode === 'kinds')!.id}`, {})
})

test('what a stored provider holds of another kind can be emptied, and typed values count again with their kind', async ({
  page,
  server,
}) => {
  const office = await openDesk(server.url, boss)
  const issuer = 'https://sso.example.org/realms/stored'
  const draft = { providerCode: 'stored', providerName: '已存身份源', kind: 'oidc', matchBy: 'account', issuer, clientId: 'ward' }
  const { id } = await office.post<{ id: string }>('/blade-system/identity-provider/submit', draft)
  await holdSession(page, 'admin')
  await openList(page, '/system/identity-provider')
  await rows(page).filter({ hasText: '已存身份源' }).getByRole('button', { name: /操作/ }).click()
  await page.locator('.ant-dropdown:visible').getByRole('menuitem', { name: '修改' }).click()
  const field = (label: string) => form(page).getByLabel(label, { exact: true })
  const save = form(page).getByRole('button', { name: '保存' })
  await field('授权范围').fill('openid profile')
  await expect(save).toBeEnabled()
  await choose(page, '身份源类型', '企业微信')
  // Stored values stay in sight, typed ones wait for their kind.
  await expect(field('签发者地址')).toHaveValue(issuer)
  await expect(field('授权范围')).toHaveCount(0)
  await choose(page, '身份源类型', 'OpenID Connect')
  await expect(field('授权范围')).toHaveValue('openid profile')
  await expect(save).toBeEnabled()
  await choose(page, '身份源类型', '企业微信')
  await field('企业编号（CorpId）').fill('ww1234567890abcdef')
  await field('应用编号（AgentId）').fill('1000002')
  await field('签发者地址').fill('')
  await field('客户端编号').fill('')
  const saving = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/identity-provider/submit'))
  await save.click()
  expect((await saving).postDataJSON()).toMatchObject({ kind: 'wecom', issuer: null, clientId: null })
  await expect(form(page)).toHaveCount(0)
  await office.post(`/blade-system/identity-provider/remove?ids=${id}`, {})
})

test('Tab leaves a choice of several as it is: the marked role is neither taken nor dropped', async ({ page }) => {
  await holdSession(page, 'admin')
  await openList(page, '/system/user')
  await main(page).getByRole('button', { name: '新增' }).first().click()
  const roles = form(page).getByLabel('其他角色', { exact: true })
  const taken = form(page).locator('.ant-form-item').filter({ hasText: '其他角色' }).locator('.ant-select-selection-item')
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  await roles.click()
  await expect(options.first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(roles).not.toBeFocused()
  await expect(options).toHaveCount(0)
  await expect(taken).toHaveCount(0)
  // Enter takes the marked one; Tab over the taken one keeps it.
  await roles.click()
  await page.keyboard.press('Enter')
  await expect(taken).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(roles).not.toBeFocused()
  await expect(taken).toHaveCount(1)
})
