import { expect } from '@playwright/test'
import { holdSession, openList, rows, signIn } from './harness/desk-page.ts'
import { openDesk } from './harness/office.ts'
import { personWith } from './harness/own-people.ts'
import { test } from './harness/server.ts'

// Keeping them apart holds for everybody of the hospital, so that no other test uses this one.
test.use({ hospital: 'parted' })

const boss = { tenant: '100001', user: 'admin', password: 'ward2026' }

test('three administrators are kept apart: switched on, a second duty refused, the log read by the auditor alone', async ({
  page,
  browser,
  server,
}) => {
  await holdSession(page, boss)
  await openList(page, '/system/role')
  const open = async (): Promise<void> => {
    await page.getByRole('main').getByRole('button', { name: '更多' }).first().click()
    await page.getByRole('menuitem', { name: '三员分立' }).click()
  }
  const drawer = page.locator('.eam-duty')
  await test.step('what is missing is said, and the roles are made', async () => {
    await open()
    await expect(drawer.getByText('没有在用且权限齐全的审计管理员')).toBeVisible()
    await expect(drawer.getByRole('button', { name: '启用三员分立' })).toBeDisabled()
    await drawer.getByRole('button', { name: '新建三员角色' }).click()
    await expect(drawer.getByRole('button', { name: '新建三员角色' })).toBeHidden()
  })
  const [system, security, audit] = [
    await personWith(server, ['系统管理员']),
    await personWith(server, ['安全管理员']),
    await personWith(server, ['审计管理员']),
  ]
  await test.step('with a person for each duty it is switched on', async () => {
    await page.reload()
    await open()
    await expect(drawer.getByText(audit.user).first()).toBeVisible()
    await drawer.getByRole('button', { name: '启用三员分立' }).click()
    const asked = page.waitForResponse((response) => response.url().includes('/three-administrators/switch'))
    await page
      .locator('.ant-modal-confirm')
      .getByRole('button', { name: /^确 ?定$/ })
      .click()
    expect((await asked).status()).toBe(200)
    await expect(drawer.getByText(/^已启用，自/)).toBeVisible()
    await expect(drawer.getByRole('button', { name: '停用三员分立' })).toHaveCount(0)
  })
  const as = async () => {
    const context = await browser.newContext({ baseURL: server.url, locale: 'zh-CN' })
    return context.newPage()
  }
  await test.step('a second duty is refused with a sentence, and what was chosen stays', async () => {
    const desk = await as()
    await signIn(desk, security)
    await openList(desk, `/system/user?account=${system.user}`)
    await rows(desk).first().click()
    await desk.getByRole('dialog').getByRole('button', { name: '授予角色', exact: true }).click()
    const dialog = desk.getByRole('dialog', { name: '授予角色' })
    await dialog.getByLabel('角色', { exact: true }).fill('审计管理员')
    const found = desk.locator('.ant-select-dropdown:visible .ant-select-item-option')
    await expect(found).toHaveText(['系统管理员', '审计管理员'])
    await found.last().click()
    // The open list lies over the button.
    await dialog.getByText('授予角色', { exact: true }).click()
    await dialog.getByRole('button', { name: /^确 ?定$/ }).click()
    await expect(desk.getByText(/不能同时担任审计管理员和系统管理员/)).toBeVisible()
    await expect(dialog.getByText('审计管理员', { exact: true }).first()).toBeVisible()
    await desk.context().close()
  })
  await test.step('the auditor reads the log; the system administrator is told that it is not theirs', async () => {
    const [theirs, others] = [await as(), await as()]
    await signIn(theirs, audit)
    await openList(theirs, '/system/access-log')
    await expect(rows(theirs).filter({ hasText: '三员分立 +' }).first()).toBeVisible()
    await signIn(others, system, '/system/access-log')
    await expect(others).toHaveURL(/\/403$/)
    const call = await openDesk(server.url, system)
    await expect(call.get('/blade-log/usual/list')).rejects.toThrow('403')
    await Promise.all([theirs.context().close(), others.context().close()])
  })
})
