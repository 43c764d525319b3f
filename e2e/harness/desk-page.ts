import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { markerCookie } from '#contract/sync/sync.ts'
import { siteKey } from '#src/data/stored.ts'
import { type Account, tokenRequest } from './office.ts'

/** Every account of the demo hospital has this password. */
const demo = { tenant: '100001', password: 'ward2026' }

const named = (account: string | Account): Account => (typeof account === 'string' ? { ...demo, user: account } : account)

/**
 * Gives the browser of a page the session of a person, by the call and with the cookies of the sign-in page, and opens nothing: the next page that is
 * opened is theirs. An account of the demo hospital by its name alone.
 */
export const holdSession = async (page: Page, account: string | Account): Promise<void> => {
  const { headers, fields } = tokenRequest(named(account))
  const own = { ...headers, 'x-eam-client': 'web' }
  const answer = await page.request.post('/api/osm/auth/oauth/token', { headers: own, data: { ...fields, platform: 'EAM' } })
  if (!answer.ok()) throw new Error(`${fields.username} cannot sign in: ${answer.status()} ${await answer.text()}`)
  const info = await page.request.get('/api/blade-user/info', { headers: own })
  const { data: person } = (await info.json()) as { data: unknown }
  const tokens = (await page.context().cookies()).find(({ name }) => name === markerCookie)!.value
  // What the sign-in page leaves in the storage beside the cookies. Once: what the desk forgets later stays forgotten.
  await page.addInitScript(
    ({ site, once, kept }) => {
      if (location.origin === 'null' || localStorage.getItem(once) !== null) return
      localStorage.setItem(once, '')
      for (const [name, content] of Object.entries(kept))
        localStorage.setItem(site + name, JSON.stringify({ dataType: typeof content, content, datetime: Date.now() }))
    },
    { site: siteKey, once: `session-${randomUUID()}`, kept: { tenantId: fields.tenantId, tokenAt: { at: Date.now(), tokens }, person } },
  )
}

/** Signs in at the sign-in page that is shown. */
const fillSignIn = async (page: Page, account: string | Account): Promise<void> => {
  const { tenant, user, password } = named(account)
  await page.getByLabel('医院名称或编号').fill(tenant)
  await page.getByLabel('账号').fill(user)
  await page.getByLabel('密码').fill(password)
  await page.getByRole('button', { name: '登录' }).click()
}

/**
 * Opens the desk as a person, with an account of the demo hospital by its name alone; ends on the home page or at `address`. A page that has shown
 * nothing begins with a session; one that is open, after a sign-out, is signed in at by hand.
 */
export const signIn = async (page: Page, account: string | Account, address = '/'): Promise<void> => {
  const isOpen = page.url() !== 'about:blank'
  if (isOpen) await page.goto(address)
  else await holdSession(page, account)
  const known = page.waitForResponse((response) => response.url().includes('/blade-user/info'))
  await (isOpen ? fillSignIn(page, account) : page.goto(address))
  await known
  await expect(page.getByRole('banner')).toBeVisible()
}

/** Signs out through the personal menu. */
export const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /打开个人菜单/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

/** The rows that the shown list holds. */
export const rows = (page: Page) => page.locator('.eam-list:visible .ant-table-row')

/** Opens a page of the menu by its address and waits for its list. */
export const openList = async (page: Page, path: string): Promise<void> => {
  // The page that is left may still receive answers to its own lists.
  const [wanted] = path.split('?')
  const answered = page.waitForResponse(
    (response) => /\/(list|page)\?/.test(response.url()) && new URL(response.frame().url()).pathname === wanted,
  )
  await page.goto(path)
  await answered
  await expect(rows(page).first()).toBeVisible()
}

/** Presses Escape until `isDone` holds: for an instant after a dialog has gone, the key is still taken for it. */
export const escapeUntil = (page: Page, isDone: () => Promise<void>): Promise<void> =>
  expect(async () => {
    await page.keyboard.press('Escape')
    await isDone()
  }).toPass({ timeout: 10_000 })
