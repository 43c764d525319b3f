import { spawnSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page } from 'playwright'
import type { MenuItem } from '#contract/kit/module.ts'
import { type Language, languages } from '#contract/kit/words.ts'
import { menu } from '#contract/menu.ts'
import { siteKey } from '#src/data/stored.ts'
import { holdSession, signIn } from '../e2e/harness/desk-page.ts'
import { type Desk, openDesk, type Page as Rows } from '../e2e/harness/office.ts'
import { phoneScreen, signInPhone } from '../e2e/harness/phone.ts'
import { startServer } from '../e2e/harness/program.ts'
import { chromiumFlags, findOrInstallChromium } from './find-chromium.mjs'

/**
 * Screenshots of every page in both bodies and languages, from the demo data: `npm run shots -- --to=<folder> --only=<parts of names> --dark`;
 * `--as=engineer` takes those of the desk as another person, `--size=1920x1080` on another screen, `--walls=light` boards in their light theme; `--at=<address>` takes them of a program that runs already, with LIVE_STREAMS=0.
 */
const { values: asked } = parseArgs({
  options: {
    to: { type: 'string', default: 'shots' },
    only: { type: 'string', default: '' },
    language: { type: 'string' },
    dark: { type: 'boolean', default: false },
    at: { type: 'string' },
    as: { type: 'string', default: 'admin' },
    size: { type: 'string' },
    walls: { type: 'string', default: 'dark' },
  },
})

const [width, height] = asked.size?.split('x').map(Number) ?? []
const wallScreen = { viewport: { width: 1920, height: 1080 } } as const
const deskScreen = { viewport: { width: 1440, height: 900 } } as const
const hospital = { tenant: '100001', password: 'ward2026' }
/** Accounts: together the administrators have every page of the desk, the keeper counts and reports on a phone, the manager approves. */
const bodies = {
  desk: { screen: deskScreen, account: { ...hospital, user: 'admin' } },
  platform: { screen: deskScreen, account: { tenant: '000000', user: 'admin', password: 'admin' } },
  phone: { screen: phoneScreen, account: { ...hospital, user: 'keeper' } },
  pocket: { screen: phoneScreen, account: { ...hospital, user: 'manager' } },
  wall: { screen: wallScreen, account: { ...hospital, user: 'manager' } },
} as const
type Body = keyof typeof bodies

interface Shot {
  readonly name: string
  readonly path: string
  /** Actions on the page before the screenshot is taken. */
  readonly act?: (page: Page) => Promise<void>
}

const leaves = (items: readonly MenuItem[]): MenuItem[] => items.flatMap((item) => (item.children ? leaves(item.children) : [item]))
const nameOf = (path: string): string => path.replaceAll('/', '-').replace(/^-/, '') || 'start'

/** A form is opened by the first button of the toolbar that adds; pages without one have no form. */
const openForm = async (page: Page): Promise<void> => {
  const add = page.locator('.eam-list:visible button.ant-btn-primary').first()
  if (await add.isVisible()) await add.click()
}
/** The first row opens its record. */
const openRecord = async (page: Page): Promise<void> => {
  const row = page.locator('.eam-list:visible .ant-table-row').first()
  if (await row.isVisible()) await row.click()
}

const openTab =
  (at: number) =>
  async (page: Page): Promise<void> =>
    void (await page.locator('.eam-record:visible').getByRole('tab').nth(at).click())
const search = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('泵')
  await page.getByRole('dialog').getByRole('option').first().waitFor()
}

const firstId = async (desk: Desk, path: string, query: Record<string, string> = {}): Promise<string> =>
  (await desk.get<Rows<{ id: string }>>(path, { ...query, size: '1' })).records[0]?.id ?? ''

interface Route {
  readonly path: string
  readonly children?: readonly Route[]
}
const pathsOf = (routes: readonly Route[]): string[] => routes.flatMap(({ path, children }) => [path, ...pathsOf(children ?? [])])

/** List, form and record of every family in the person's menu that is not in `seen`. */
async function familyShots(desk: Desk, seen: ReadonlySet<string>): Promise<Shot[]> {
  const mine = new Set(pathsOf(await desk.get<Route[]>('/blade/menu/routes')))
  return leaves(menu).flatMap(({ path, entity }) =>
    entity && mine.has(path) && !seen.has(path)
      ? [
          { name: `${nameOf(path)}-list`, path },
          { name: `${nameOf(path)}-form`, path, act: openForm },
          { name: `${nameOf(path)}-record`, path, act: openRecord },
        ]
      : [],
  )
}

async function deskShots(desk: Desk): Promise<Shot[]> {
  const check = await firstId(desk, '/eam/check/list')
  const [blocked, plan, flow] = await Promise.all([
    firstId(desk, '/eam/device/list', { eamStatus: 'repairing' }),
    firstId(desk, '/eam/plc/location/list', { level: 'floor' }),
    firstId(desk, '/flow/definition/list'),
  ])
  const tabs = ['archive', 'repairs', 'uses', 'checks', 'shared', 'parts', 'files', 'depreciation', 'life', 'day', 'requests']
  const cards = (await desk.get<Rows<{ id: string }>>('/eam/device/list', { size: '9' })).records.map(({ id }) => id)
  return [
    { name: 'home', path: '/wel/dashboard' },
    { name: 'notices', path: '/notice/task' },
    { name: 'person', path: '/info/index' },
    { name: 'labels-chosen', path: `/eam/labels?kind=device&ids=${cards.join(',')}` },
    { name: 'check-report', path: `/eam/check/${check}/report` },
    { name: 'search', path: '/wel/dashboard', act: search },
    ...tabs.map((tab, at) => ({ name: `device-${tab}`, path: `/eam/device/${blocked}`, act: openTab(at) })),
    { name: 'floor-plan', path: `/form/eam/floor-plan?location=${plan}` },
    { name: 'flow-designer', path: `/flow/definition/${flow}` },
    { name: 'report', path: '/eam/report' },
    { name: 'share-calendar', path: '/eam/share-calendar' },
    { name: 'approvals', path: '/flow/work' },
    ...(await familyShots(desk, new Set())),
  ]
}

const phoneShot = (path: string): Shot => ({ name: nameOf(path.replaceAll(/\/[0-9a-f-]{36}/g, '/one')), path: `/m${path}` })

/** What a head of department and a manager do on a phone: approvals, hand-overs, the trolley's shift. */
async function pocketShots(desk: Desk): Promise<Shot[]> {
  const [instance, use, shift] = await Promise.all(
    ['/flow/process-new/list', '/eam/deviceusemanage/list', '/eam/ambulance-vehicle/list'].map((path) => firstId(desk, path)),
  )
  const paths = [
    '/approval',
    `/approval/${instance}`,
    '/use',
    '/use/code',
    '/use/borrow',
    `/use/${use}`,
    '/ambulance',
    `/ambulance/${shift}`,
  ]
  return [...paths, '/me', '/notices', '/'].map(phoneShot)
}

const boardPaths = ['dept', 'device', 'inventory', 'dept/pda', 'asset', 'maintenance', 'monitor', 'energy'].map(
  (board) => `/datav/${board}`,
)

async function phoneShots(desk: Desk): Promise<Shot[]> {
  const [card, check, order] = await Promise.all(
    ['/eam/device/list', '/eam/check/list', '/eam/eventtyperepair/list'].map((path) => firstId(desk, path)),
  )
  const { records } = await desk.get<Rows<{ id: string; level?: string }>>('/eam/plc/location/list', { size: '1', level: 'room' })
  return [
    '/',
    '/find',
    `/device/${card}`,
    `/room/${records[0]?.id}`,
    '/check',
    `/check/${check}`,
    `/check/${check}/scan`,
    '/repair',
    `/repair/new/${card}`,
    `/repair/${order}`,
    '/notices',
    '/queue',
    '/me',
    '/nowhere',
  ].map(phoneShot)
}

/** Waits until nothing is being loaded and the page has not changed for a third of a second. */
const settled = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        let rest = setTimeout(done, 330)
        new MutationObserver(() => {
          clearTimeout(rest)
          rest = setTimeout(done, 330)
        }).observe(document, { subtree: true, childList: true, characterData: true })
      }),
  )
  await page.locator('.ant-spin-spinning:visible, .ant-skeleton:visible').first().waitFor({ state: 'hidden' })
}

/** Signs in in Chinese, as the tests do, then goes on in the wanted language. */
async function signedIn(context: BrowserContext, body: Body, language: Language): Promise<Page> {
  const page = await context.newPage()
  if (body === 'phone' || body === 'pocket') {
    await page.goto('/m/')
    await signInPhone(page, bodies[body].account)
  } else if (body === 'wall') {
    await holdSession(page, bodies.wall.account)
    await page.goto(boardPaths[0]!)
  } else await signIn(page, { ...bodies[body].account, ...(body === 'desk' ? { user: asked.as } : {}) })
  for (const [name, content] of [
    ['language', language],
    ['themeName', 'theme-system'],
    ['boardTheme', asked.walls],
  ]) {
    const stored = JSON.stringify({ dataType: 'string', content, datetime: 0 })
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [`${siteKey}${name}`, stored] as const)
  }
  return page
}

if (!asked.at && spawnSync('npm', ['run', 'build'], { stdio: 'inherit' }).status !== 0) process.exit(1)
// A stream of changes is a request that never ends, so that the network would never be idle.
const server = asked.at ? { url: asked.at, stop: async () => {} } : await startServer({ LIVE_STREAMS: '0' })
const browser = await chromium.launch({ executablePath: await findOrInstallChromium(), args: chromiumFlags })
let failed = 0
try {
  const [desk, platform, phone, pocket] = await Promise.all(Object.values(bodies).map(({ account }) => openDesk(server.url, account)))
  const hospitals = await deskShots(desk!)
  const shots: Record<Body, Shot[]> = {
    desk: hospitals,
    platform: [{ name: 'home', path: '/wel/dashboard' }, ...(await familyShots(platform!, new Set(hospitals.map(({ path }) => path))))],
    phone: await phoneShots(phone!),
    pocket: await pocketShots(pocket!),
    wall: boardPaths.map((path) => ({ name: nameOf(path), path })),
  }
  await mkdir(asked.to, { recursive: true })
  for (const language of languages.filter((one) => !asked.language || one === asked.language)) {
    for (const body of Object.keys(bodies) as Body[]) {
      const wanted = shots[body].filter(({ name }) => asked.only.split(',').some((part) => `${body}-${name}`.includes(part)))
      if (wanted.length === 0) continue
      const context = await browser.newContext({
        ...bodies[body].screen,
        ...(width && height ? { viewport: { width, height } } : {}),
        baseURL: server.url,
        locale: language === 'zh' ? 'zh-CN' : 'en-GB',
        timezoneId: 'Asia/Shanghai',
        colorScheme: asked.dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
      })
      const page = await signedIn(context, body, language)
      for (const { name, path, act } of wanted) {
        const special = [
          asked.as === 'admin' ? '' : asked.as,
          asked.size ?? '',
          asked.dark ? 'dark' : '',
          body === 'wall' && asked.walls === 'light' ? 'light' : '',
        ].filter(Boolean)
        const file = `${[body, name, language, ...special].join('-')}.png`
        try {
          await page.goto(path)
          await settled(page)
          await act?.(page)
          await settled(page)
          await page.screenshot({ path: join(asked.to, file), animations: 'disabled' })
        } catch (error) {
          failed += 1
          console.error(`${file}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
        }
      }
      await context.close()
    }
  }
} finally {
  await browser.close()
  await server.stop()
}
process.exitCode = failed > 0 ? 1 : 0
