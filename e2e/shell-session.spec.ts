import { expect, type Page } from '@playwright/test'
import { tokenTime } from '#src/data/renewal.ts'
import { holdSession, signIn, signOut } from './harness/desk-page.ts'
import { tokenRequest } from './harness/office.ts'
import { personOfTwo, type TwoHospitals } from './harness/own-people.ts'
import type { RunningServer } from './harness/program.ts'
import { test } from './harness/server.ts'

const tabs = (page: Page) => page.locator('.eam-tabs').getByRole('tab')
const cookieOf = async (page: Page, name: string) => (await page.context().cookies()).find((cookie) => cookie.name === name)
const stored = (page: Page, name: string, area: 'localStorage' | 'sessionStorage' = 'localStorage') =>
  page.evaluate(
    ([key, where]) => JSON.parse(globalThis[where as 'localStorage'].getItem(`eam-${key}`) ?? 'null')?.content as unknown,
    [name, area],
  )
const fill = async (page: Page, account: { tenant: string; user: string; password: string }): Promise<void> => {
  await page.getByLabel('租户编号').fill(account.tenant)
  await page.getByLabel('账号', { exact: true }).fill(account.user)
  await page.getByLabel('密码', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}
const manager = { tenant: '100001', user: 'manager', password: 'ward2026' }

/** Tokens that another program got for an account. */
const tokensOf = async (server: RunningServer, account: TwoHospitals['account']) => {
  const { headers, fields } = tokenRequest(account)
  const answer = await fetch(`${server.url}/api/osm/auth/oauth/token?${new URLSearchParams(fields)}`, { method: 'POST', headers })
  return (await answer.json()) as { refresh_token: string }
}

/** Goes to an address without loading the program again. */
const go = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, address)
const mark = (page: Page) => page.evaluate(() => Object.assign(globalThis, { isMarked: true }))
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in globalThis).catch(() => true)

test('[SHELL-SES-1] [SHELL-SES-2] [SHELL-SES-3] [SHELL-SES-6] [SHELL-SES-7] a log-in sets both tokens out of reach of scripts (deviation) and the tenant, and clears tabs and lock', async ({
  page,
}) => {
  await page.goto('/login')
  await page.evaluate(() => {
    const tab = (value: string) => ({ label: '', value, params: {}, query: '', group: value, meta: { usedAt: 1, generation: 0 } })
    const kept = (content: unknown) => JSON.stringify({ dataType: 'object', content, type: 'session', datetime: 1 })
    sessionStorage.setItem('eam-tabs', kept([tab('/eam/device'), tab('/eam/deviceparts')]))
    sessionStorage.setItem('eam-isLock', kept(true))
  })
  await page.reload()
  const answered = page.waitForResponse((response) => response.url().includes('/oauth/token'))
  await fill(page, manager)
  const { tenant_id } = (await (await answered).json()) as { tenant_id: string }
  await expect(page).toHaveURL(/\/wel\/dashboard$/)
  await expect(tabs(page)).toHaveText(['首页'])
  expect(await stored(page, 'isLock', 'sessionStorage')).toBe(false)
  expect([tenant_id, await stored(page, 'tenantId')]).toEqual(['100001', '100001'])
  for (const name of ['eam-access', 'eam-refresh']) expect(await cookieOf(page, name)).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
  expect(await page.evaluate(() => document.cookie)).not.toMatch(/eam-(access|refresh)/)
})

test('[SHELL-GUARD-3] [SHELL-GUARD-5B] [SHELL-ROUTE-LOCK-2] without a token the first call ends the session (deviation) and the log-in shows; public pages stay', async ({
  page,
}) => {
  await holdSession(page, 'manager')
  await page.goto('/wel/dashboard')
  await expect(page.getByRole('banner')).toBeVisible()
  expect(await stored(page, 'person')).toMatchObject({ account: 'manager' })
  await page.context().clearCookies()
  await page.goto('/eam/device')
  await expect(page).toHaveURL(/\/login$/)
  expect(await stored(page, 'person')).toBeUndefined()
  for (const path of ['/404', '/500']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: path.slice(1) })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.getByRole('banner').or(page.getByRole('navigation', { name: '菜单' }))).toHaveCount(0)
  }
  await page.goto('/lock')
  await expect(page.getByText('您尚未登录，没有需要解锁的屏幕')).toBeVisible()
  await expect(page).toHaveURL(/\/lock$/)
  await page.getByRole('button', { name: '去登录' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('[SHELL-PERM-10] the check of a token grown old finds no refresh token: logged out', async ({ page }) => {
  await page.clock.install()
  await holdSession(page, 'manager')
  await page.goto('/wel/dashboard')
  await expect(page.getByRole('banner')).toBeVisible()
  await page.context().clearCookies({ name: 'eam-refresh' })
  const asked = page.waitForResponse((response) => response.url().includes('/oauth/token/refresh'))
  await page.clock.fastForward('51:00')
  expect((await asked).status()).toBe(401)
  await expect(page).toHaveURL(/\/login$/)
  expect(await stored(page, 'person')).toBeUndefined()
})

test('[SHELL-LOGINQ-2] a page to jump to is kept over the log-in; [SHELL-LOGINQ-3] a client id signs no one in (deviation)', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/oauth/token') && asked.push(request.url()))
  await page.goto('/eam/device?tenantId=100001&clientId=web')
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/404')
  await page.goto('/login?jumpRouter=https%3A%2F%2Fother.invalid%2F')
  await expect(page).toHaveURL(/\/login$/)
  expect(await stored(page, 'jumpRouter', 'sessionStorage')).toBeUndefined()
  await page.goto('/login?tenantId=100001&clientId=web&jumpRouter=%2Feam%2Fdeviceparts')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByLabel('租户编号')).toHaveValue('100001')
  await page.reload()
  expect(await stored(page, 'jumpRouter', 'sessionStorage')).toBe('/eam/deviceparts')
  expect(asked).toEqual([])
  await fill(page, manager)
  await expect(page).toHaveURL(/\/eam\/deviceparts$/)
})

test.describe('a person of two hospitals', () => {
  let two: TwoHospitals
  test.beforeAll(async ({ server }) => {
    two = await personOfTwo(server)
  })
  const organisation = async (page: Page) => {
    await page.getByRole('button', { name: /打开个人菜单/ }).click()
    return page.locator('.eam-who')
  }

  test('[SHELL-LOGINQ-1] a refresh token in the address leads into the named tenant, is spent, and leaves the address', async ({
    page,
    server,
  }) => {
    const { refresh_token } = await tokensOf(server, two.account)
    const link = `/login?tenantId=${two.second.tenant}&refreshToken=${refresh_token}`
    const sent = page.waitForRequest((request) => request.url().includes('/oauth/token'))
    await page.goto(link)
    expect((await sent).postDataJSON()).toMatchObject({ tenantId: two.second.tenant, grant_type: 'switch_token' })
    await expect(page).toHaveURL(/\/wel\/dashboard$/)
    await expect(page.getByText(`您已以“同一人”的身份进入“${two.second.name}”`)).toBeVisible()
    await expect(page.locator('.eam-logo')).toContainText(two.second.name)
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.goto(link)
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
  })

  test('[SHELL-TOP-9] [SHELL-DLG-ORG-1] [SHELL-DLG-ORG-2] [SHELL-SES-8] [SHELL-SES-9] [SHELL-SES-10] the organisation opens the choice of one’s own; going there takes new tokens, its facts, and a fresh page', async ({
    page,
  }) => {
    await signIn(page, 'keeper')
    await expect((await organisation(page)).getByText('江城市第一人民医院')).toBeVisible()
    await expect(page.locator('.eam-who').getByRole('button')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await signOut(page)
    await signIn(page, two.account)
    const before = await Promise.all(['eam-access', 'eam-refresh'].map((name) => cookieOf(page, name)))
    const dialog = page.getByRole('dialog').filter({ hasText: '切换机构' })
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('switch_token') && asked.push(request.url()))
    await (await organisation(page)).getByRole('button', { name: two.home.name }).click()
    await dialog.getByLabel('选择机构').click()
    const offered = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
    await expect(offered).toHaveText([two.home.name, two.second.name])
    await offered.filter({ hasText: two.second.name }).click()
    await dialog.getByRole('button', { name: '取消' }).click()
    await expect(dialog).toBeHidden()
    expect(asked).toEqual([])
    await (await organisation(page)).getByRole('button', { name: two.home.name }).click()
    await dialog.getByLabel('选择机构').click()
    await offered.filter({ hasText: two.second.name }).click()
    await mark(page)
    const told = page.waitForResponse(async (response) => {
      if (!response.url().includes('/blade-user/info')) return false
      const body = (await response.json().catch(() => undefined)) as { data: { tenantId: string } } | undefined
      return body?.data.tenantId === two.second.tenant
    })
    await dialog.getByRole('button', { name: '确定' }).click()
    await told
    await expect.poll(() => isMarked(page)).toBe(false)
    await expect(page.locator('.eam-logo')).toContainText(two.second.name)
    expect(asked).toHaveLength(1)
    const after = await Promise.all(['eam-access', 'eam-refresh'].map((name) => cookieOf(page, name)))
    for (const at of [0, 1]) expect(after[at]!.value).not.toBe(before[at]!.value)
  })

  test('[SHELL-SES-11] [SHELL-ROUTE-JUMPPAGE] a jump to a hospital does the same, and without a fresh page where that is said', async ({
    page,
  }) => {
    await signIn(page, two.account)
    const before = await cookieOf(page, 'eam-refresh')
    await mark(page)
    await go(page, `/jumppage?tenantId=${two.second.tenant}&to=/info/index&reload=false`)
    await expect(page).toHaveURL(/\/info\/index$/)
    await expect(page.locator('.eam-logo')).toContainText(two.second.name)
    expect((await cookieOf(page, 'eam-refresh'))!.value).not.toBe(before!.value)
    expect(await isMarked(page)).toBe(true)
    await go(page, `/jumppage?tenantId=${two.home.tenant}&to=/info/index`)
    await expect.poll(() => isMarked(page)).toBe(false)
    await expect(page).toHaveURL(/\/info\/index$/)
    await expect(page.locator('.eam-logo')).toContainText(two.home.name)
  })

  test('a jump that comes before the page of the jump before it is drawn leads on', async ({ page }) => {
    await signIn(page, two.account)
    await page.evaluate((back) => {
      const { replaceState } = history
      history.replaceState = (...given) => {
        replaceState.apply(history, given)
        if (!String(given[2]).endsWith('/info/index')) return
        history.replaceState = replaceState
        queueMicrotask(() => {
          history.pushState(null, '', back)
          dispatchEvent(new PopStateEvent('popstate', { state: null }))
        })
      }
    }, `/jumppage?tenantId=${two.home.tenant}&to=/eam/device&reload=false`)
    await go(page, `/jumppage?tenantId=${two.second.tenant}&to=/info/index&reload=false`)
    await expect(page).toHaveURL(/\/eam\/device$/)
    await expect(page.locator('.eam-logo')).toContainText(two.home.name)
  })

  test('[SHELL-VAL-LOGIN-2] without a tenant the log-in offers those that fit, and goes on with the chosen one', async ({ page }) => {
    await page.goto('/login')
    await fill(page, { ...two.account, tenant: '' })
    const choice = page.getByRole('group', { name: '选择机构' }).getByRole('button')
    await expect(choice).toHaveText([two.home.name, two.second.name])
    const sent = page.waitForRequest((request) => request.url().includes('/oauth/token'))
    await choice.filter({ hasText: two.second.name }).click()
    expect((await sent).postDataJSON()).toMatchObject({ tenantId: two.second.tenant })
    await expect(page.locator('.eam-logo')).toContainText(two.second.name)
  })
})

/** Locks the screen and signs out from there. */
const signOutLocked = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: '锁屏' }).click()
  await page.getByRole('dialog').getByLabel('锁屏密码').fill('desk-1')
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveURL(/\/lock$/)
  expect(await stored(page, 'isLock', 'sessionStorage')).toBe(true)
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

test('[SHELL-SES-12] [SHELL-SES-13] signing out clears token, menus, roles, tabs and lock; one way for every kind of log-in, also when the call is lost (deviation)', async ({
  page,
}) => {
  for (const isLost of [false, true]) {
    await signIn(page, 'manager', '/login')
    await page.getByRole('navigation', { name: '菜单' }).getByText('设备配件').click()
    await expect(tabs(page)).toHaveText(['首页', '设备配件'])
    if (isLost) await page.route('**/oauth/logout', (route) => route.abort())
    const called = page.waitForRequest((request) => request.url().includes('/blade-auth/oauth/logout'))
    if (isLost) await signOut(page)
    else await signOutLocked(page)
    await called
    expect(await stored(page, 'person')).toBeUndefined()
    expect(await stored(page, 'tabs', 'sessionStorage')).toEqual([])
    expect(await stored(page, 'isLock', 'sessionStorage')).toBeUndefined()
    await expect(page.getByRole('navigation', { name: '菜单' })).toHaveCount(0)
    // The log-in offers the hospital that was worked in.
    await page.goto('/login')
    await expect(page.getByLabel('租户编号')).toHaveValue('100001')
    if (!isLost) for (const name of ['eam-access', 'eam-refresh', 'eam-session']) expect(await cookieOf(page, name)).toBeUndefined()
    await page.unroute('**/oauth/logout')
  }
})

test('[SHELL-REFRESH-3] two tabs whose token has grown old renew it once: the other waits while one asks, and uses what it got', async ({
  page,
  context,
}) => {
  await context.clock.install()
  await signIn(page, 'manager')
  const other = await context.newPage()
  await holdSession(other, 'manager')
  await other.goto('/')
  await expect(other.getByRole('banner')).toBeVisible()
  let asked = 0
  let answer = () => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  await context.route('**/oauth/token/refresh?**', async (route) => {
    asked++
    await held
    await route.continue()
  })
  const waiting = () =>
    other.evaluate(async () => {
      const { held, pending } = await navigator.locks.query()
      return [held, pending].map((locks) => locks?.filter(({ name }) => name === 'eam:refresh').length)
    })
  await context.clock.fastForward((tokenTime + 10) * 1000)
  // Both have looked: one asks, the other waits for it.
  await expect.poll(async () => [...(await waiting()), asked]).toEqual([1, 1, 1])
  const before = await stored(other, 'tokenAt')
  answer()
  await expect.poll(waiting).toEqual([0, 0])
  for (const tab of [page, other]) await expect.poll(() => stored(tab, 'tokenAt')).not.toEqual(before)
  expect(asked).toBe(1)
})
