import { expect, type Page } from '@playwright/test'
import { escapeUntil, holdSession, openList, rows, signIn } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

const tabs = (page: Page) => page.locator('.eam-tabs').getByRole('tab')

test('[SHELL-ROUTE-ROOT] [SHELL-ROUTE-HOME-2] [SHELL-ROUTE-INFO] [SHELL-ROUTE-500] [SHELL-TOP-10] [SHELL-SIDE-8] [SHELL-GREET-1] [SHELL-GREET-6] [SERVICE-ROUTE-7] addresses lead to their pages, the first with a greeting by the hour', async ({
  page,
}) => {
  const clock = (time: string) => page.clock.setFixedTime(`2026-03-02T${time}+08:00`)
  await clock('08:59:59')
  await holdSession(page, 'manager')
  await page.goto('/')
  await expect(page).toHaveURL(/\/wel\//)
  // The first page stands inside the layout.
  await expect(page.getByRole('navigation', { name: '菜单' })).toBeVisible()
  await expect(tabs(page)).toHaveText(['首页'])
  await expect(page.locator('.eam-logo')).toContainText('江城市第一人民医院')
  const greeting = page.getByRole('main').getByRole('heading').first()
  await expect(greeting).toHaveText('早上好，陈科长')
  await clock('22:00:00')
  await page.goto('/wel/index')
  await expect(greeting).toHaveText('夜深了，注意休息，陈科长')
  await expect(page).toHaveURL(/\/wel\/dashboard$/)
  await page.getByRole('button', { name: /打开个人菜单/ }).click()
  await page.getByRole('menuitem', { name: '个人信息' }).click()
  await expect(page).toHaveURL(/\/info\/index$/)
  await expect(page.getByRole('main').or(page.locator('.eam-page'))).toContainText('manager')
  for (const code of ['500', '403', '404']) {
    await page.goto(`/${code}`)
    await expect(page.getByRole('main').getByRole('heading', { name: code })).toBeVisible()
    await expect(page.getByRole('navigation', { name: '菜单' })).toBeVisible()
  }
})

test('[SHELL-TAB-4] [SHELL-TAB-9] [SHELL-TOP-6] a tab takes its name from the address; its list searches the menu; the screen becomes full and small', async ({
  page,
}) => {
  await holdSession(page, 'manager')
  await page.goto('/eam/deviceparts?name=我的配件')
  await expect(tabs(page)).toHaveText(['首页', '我的配件'])
  await page.locator('.eam-tabs').getByRole('button', { name: '标签页操作' }).click()
  await page.getByRole('menuitem', { name: '菜单搜索' }).click()
  await expect(page.getByRole('combobox', { name: '菜单搜索' })).toBeVisible()
  await page.keyboard.press('Escape')
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  await page.getByRole('button', { name: '全屏', exact: true }).click()
  await expect.poll(isFull).toBe(true)
  await page.getByRole('button', { name: '退出全屏' }).click()
  await expect.poll(isFull).toBe(false)
})

test('[ASSET-LIST-3] [ASSET-API-1] [ASSET-SCR-INV] [SHELL-ERR-4] refresh asks again, every call lies under /api, a refusal shows its own message, above the form that it is about (deviation)', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (['fetch', 'xhr'].includes(request.resourceType())) asked.push(new URL(request.url()).pathname)
  })
  await holdSession(page, 'manager')
  await openList(page, '/eam/check')
  await openList(page, '/eam/device')
  const again = page.waitForRequest((request) => request.url().includes('/eam/device/list?'))
  await page.getByRole('button', { name: '刷新' }).click()
  await again
  await page.route('**/api/eam/device/submit', (route) =>
    route.fulfill({ json: { code: 400, success: false, msg: '今天不收新卡', data: null } }),
  )
  await page.locator('.eam-toolbar').getByRole('button', { name: '新增' }).click()
  await page.getByRole('dialog').getByLabel('设备名称').fill('不收的泵')
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '今天不收新卡' }).or(page.getByText('今天不收新卡')).first()).toBeVisible()
  await expect(rows(page).filter({ hasText: '不收的泵' })).toHaveCount(0)
  expect(asked.length).toBeGreaterThan(5)
  expect(asked.filter((path) => !path.startsWith('/api/'))).toEqual([])
})

test('[SHELL-BADGE-1] the mark of the error log ends at 99', async ({ page }) => {
  await signIn(page, 'admin')
  await page.evaluate(() => {
    const entry = { type: 'error', message: 'Boom', stack: 's', info: 'i', url: 'u', time: '2026-01-01T00:00:00.000Z' }
    const content = Array.from({ length: 150 }, () => entry)
    localStorage.setItem('eam-debug', JSON.stringify({ dataType: 'boolean', content: true, datetime: 1 }))
    localStorage.setItem('eam-logs', JSON.stringify({ dataType: 'object', content, datetime: 1 }))
  })
  await page.reload()
  await expect(page.locator('.ant-badge').filter({ has: page.getByRole('button', { name: '错误日志' }) })).toContainText('99+')
})

test('[SHELL-PROFILE-3] [SHELL-VAL-PWD-1] [SHELL-VAL-PWD-2] [SHELL-VAL-PWD-4] [SHELL-VAL-PWD-9] [SHELL-VAL-PWD-10] [SHELL-VAL-PHONE-1] [SHELL-VAL-PHONE-2] the password form has its three fields, and what is wrong with each stands beside it, too short by the rule of the hospital (deviation); so it does beside the phone', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => /update-(password|info)/.test(request.url()) && sent.push(request.url()))
  await holdSession(page, 'manager')
  await page.goto('/info/index')
  const form = page.getByRole('tabpanel')
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const said = (label: string) =>
    form
      .locator('.ant-form-item')
      .filter({ has: field(label) })
      .locator('.ant-form-item-explain-error')
  const save = () => form.getByRole('button', { name: '保存' }).click()
  for (const [phone, sentence] of [
    ['', '手机号码不能为空'],
    ['1380000000', '手机号码长度不为11位'],
    ['138000000001', '手机号码长度不为11位'],
  ] as const) {
    await field('手机号码').fill(phone)
    await save()
    await expect(said('手机号码')).toHaveText(sentence)
  }
  await page.getByRole('tab', { name: '修改密码' }).click()
  const labels = ['原密码', '新密码', '确认密码'] as const
  for (const label of labels) await expect(field(label)).toHaveAttribute('type', 'password')
  const allSay = async (...sentences: [string, string, string]) => {
    for (const [at, label] of labels.entries()) await expect(said(label)).toHaveText(sentences[at]!)
  }
  await save()
  await allSay('原密码不能为空', '新密码不能为空', '确认密码不能为空')
  await field('确认密码').fill('Harbour2027')
  for (const [weak, sentence] of [
    ['aB1!x', '密码长度不能少于8位'],
    ['abcdefgh', '密码较弱'],
    ['12345678', '密码较弱'],
  ] as const) {
    await field('新密码').fill(weak)
    await field('新密码').blur()
    await expect(said('新密码')).toHaveText(sentence)
    await save()
    await allSay('原密码不能为空', sentence, '两次密码输入不一致')
  }
  expect(sent).toEqual([])
  // What the server alone can know stands beside its field too, and nothing that was typed is lost.
  await field('原密码').fill('Not-it-2026')
  await field('新密码').fill('Harbour2027')
  await save()
  await expect(said('原密码')).toHaveText('原密码不正确')
  await expect(said('新密码')).toHaveCount(0)
  await expect(field('新密码')).toHaveValue('Harbour2027')
  expect(sent).toHaveLength(1)
})

test('unsaved rights are not discarded without asking', async ({ page }) => {
  await holdSession(page, 'admin')
  await openList(page, '/system/role')
  await rows(page).last().click()
  await page.getByRole('button', { name: '权限', exact: true }).click()
  const rights = page.locator('.eam-rights')
  await rights.getByRole('checkbox').first().click()
  const ask = page.getByRole('dialog').filter({ hasText: '内容尚未保存' })
  await rights
    .getByRole('button', { name: '取 消' })
    .or(rights.getByRole('button', { name: '取消' }))
    .click()
  await ask.getByRole('button', { name: '继续编辑' }).click()
  await expect(ask).toBeHidden()
  await escapeUntil(page, () => expect(ask).toBeVisible({ timeout: 1000 }))
  await ask.getByRole('button', { name: '放弃' }).click()
  await expect(rights).toBeHidden()
  // Discarded content stays discarded: the tab closes without asking again.
  await escapeUntil(page, () => expect(page.locator('.ant-drawer-content-wrapper:visible')).toHaveCount(0, { timeout: 1000 }))
  const tab = page.locator('.eam-tabs').getByRole('tab', { name: '角色' })
  await tab.locator('.eam-tab-close').click()
  await expect(tab).toHaveCount(0)
})

test('a jump stays within this site, and the address bar cannot put another program’s page here', async ({ page }) => {
  await holdSession(page, 'manager')
  await page.goto('/jumppage?to=/eam/deviceparts')
  await expect(page).toHaveURL(/\/eam\/deviceparts$/)
  for (const to of ['https://other.invalid/', '//other.invalid', '/\\other.invalid', 'javascript:alert(1)']) {
    await page.goto(`/jumppage?to=${encodeURIComponent(to)}`)
    await expect(page.getByText('这个地址不属于本系统')).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/jumppage')
  }
  await page.goto('/jumppage?tenantId=100002&to=/eam/device')
  await expect(page.getByText('您不属于该机构，无法跳转')).toBeVisible()
  await page.goto(`/myiframe/x?src=${encodeURIComponent('https://other.invalid/')}`)
  await expect(page.getByText('菜单中没有这个外部页面')).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
})
