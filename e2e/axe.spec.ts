import { expect, type Locator, type Page } from '@playwright/test'
import { dayOfEight, inHalf, inQuarter } from '#tests/harness/quarter.ts'
import { axeFor, tags } from './harness/axe-page.ts'
import { escapeUntil, signIn } from './harness/desk-page.ts'
import { declaredPaths, deskPaths, listBehind, phonePaths, show, stillPage } from './harness/every-page.ts'
import { tokenRequest } from './harness/office.ts'
import { markPaleTexts, paleMark } from './harness/pale-texts.ts'
import { onlinePhone, signInPhone } from './harness/phone.ts'
import { test } from './harness/server.ts'

interface Looking {
  /** Only this part of the page. */
  readonly within?: string
  /** Without colours and sizes of targets: the kit gives them, and the pages that stand for it are looked at with them. */
  readonly isPlain?: boolean
}

/** What is wrong with a state of a page in the colours that it has: rules that it breaks, the name of one element each. */
async function faults(page: Page, state: string, { within, isPlain = false }: Looking = {}): Promise<string[]> {
  await stillPage(page)
  // Colours are looked at by `paleTexts`, and only where a text may be too pale.
  const axe = (await axeFor(page))
    .withTags(tags)
    .disableRules(isPlain || state.startsWith('/datav/') ? ['color-contrast', 'target-size'] : 'color-contrast')
  const { violations } = await (within ? axe.include(within) : axe).analyze()
  const said = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${state}: ${id} ${target.join(' ')} ${html.slice(0, 120)}`),
  )
  const more = within === over ? [] : await page.evaluate(ownFaults)
  const pale = isPlain ? [] : await paleTexts(page, state, within)
  return [...said, ...more.map((fault) => `${state}: ${fault}`), ...pale]
}

/** The texts that are too pale on their ground, in a part of the page or in all of it. */
async function paleTexts(page: Page, state: string, within?: string): Promise<string[]> {
  await stillPage(page)
  if ((await page.evaluate(markPaleTexts, { within, mark: paleMark })) === 0) return []
  const axe = (await axeFor(page)).withRules(['color-contrast']).include(`[${paleMark}]`)
  const { violations } = await axe.analyze()
  return violations.flatMap(({ nodes }) => nodes.map(({ target, html }) => `${state}: too pale ${target.join(' ')} ${html.slice(0, 120)}`))
}

/** Whether the page is dark because the system asks for it. */
const isDark = (page: Page): Promise<boolean> => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)

/** Has the system ask for other colours, and waits until the page has them: a busy page takes longer than it rests. */
async function askColours(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction((asked) => {
    const { style, dataset } = document.documentElement
    return (dataset.prefersColorScheme ?? style.colorScheme) === asked
  }, colorScheme)
}

/**
 * What is wrong with a state of a page in the colours of the day. The long run looks at the pale texts in the others, too, which the page keeps: to change
 * them takes as long as to look.
 */
async function faultsInColours(page: Page, state: string, within?: string): Promise<string[]> {
  if (dayOfEight !== 'all') {
    // Each page is seen in both colours within eight days.
    const isDarkDay = dayOfEight >= 4
    await askColours(page, isDarkDay ? 'dark' : 'light')
    return faults(page, `${state}${isDarkDay ? ' in the dark' : ''}`, { within })
  }
  const isDarkFirst = await isDark(page)
  const found = await faults(page, `${state}${isDarkFirst ? ' in the dark' : ''}`, { within })
  await askColours(page, isDarkFirst ? 'light' : 'dark')
  return [...found, ...(await paleTexts(page, `${state}${isDarkFirst ? '' : ' in the dark'}`, within))]
}

const firstId = (page: Page, list: string): Promise<string | undefined> =>
  page.evaluate(async (from) => (await (await fetch(`${from}${from.includes('?') ? '&' : '?'}size=1`)).json()).data?.records?.[0]?.id, list)

/** What the rules do not ask: one heading of the first level in sight, no two ticks of one name, and no word of the library's own English. */
function ownFaults(): string[] {
  const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden="true"]')
  const all = (selector: string) => [...document.querySelectorAll(selector)].filter(isSeen)
  const ticks = all('td input[type="checkbox"]').map((tick) => tick.getAttribute('aria-label') ?? '')
  const twice = ticks.filter((name, at) => ticks.indexOf(name) !== at)
  const names = all('[aria-label]').map((element) => element.getAttribute('aria-label') ?? '')
  // A language is named in itself.
  const foreign = names.filter((name) => name !== 'English' && /^[A-Za-z][a-z-]+( [A-Za-z][a-z]+)*$/.test(name))
  return [
    ...(all('h1').length === 0 ? ['no heading of the first level'] : []),
    ...twice.map((name) => `two ticks are named ${name}`),
    ...foreign.map((name) => `named in English: ${name}`),
  ]
}

/** The part of the page that lies over the rest. */
const over = '.ant-drawer-open, .ant-modal-wrap, .ant-dropdown:not(.ant-dropdown-hidden), .ant-popover:not(.ant-popover-hidden)'

/** Opens something over the page, if the page has it, looks at it alone, and closes it again. */
async function above(page: Page, opener: Locator, look: () => Promise<void>): Promise<void> {
  if (!(await opener.first().isVisible())) return
  // A record beside its list stands in the address too, but not in its path.
  const path = () => new URL(page.url()).pathname
  const from = path()
  await opener.first().click()
  const shown = page.locator(over).locator('visible=true')
  // On a slow machine its code and its record arrive after the page has rested.
  await expect.poll(async () => path() !== from || (await shown.count()) > 0, { message: `what ${opener} opens` }).toBe(true)
  await stillPage(page)
  if (path() !== from) return
  await look()
  // A button under the pointer has another colour.
  await page.mouse.move(0, 0)
  await escapeUntil(page, () => expect(shown).toHaveCount(0, { timeout: 1000 }))
}

const lists = { form: '.eam-toolbar button.ant-btn-primary', row: '.ant-table-row[tabindex]' } as const

/** The lists whose forms and records stand for those of the kit: a list with every tool, a tree, a record with lines. */
const templates: readonly string[] = ['/eam/device', '/eam/location', '/eam/purchase-plan']
/** The long run looks at every page in every state. */
const isLong = Boolean(process.env.TEST_LONG)

/** Every state of the page that is shown, into `found`. Lists of the kit are alike but for their fields; the device cards stand for what they share. */
async function lookAt(page: Page, path: string, found: string[]): Promise<void> {
  const list = page.locator('.eam-list:visible')
  const isList = (await list.count()) > 0
  const isPlain = isList && path !== '/eam/device'
  const note = (state: string) => async () => {
    const name = `${path} ${state}`
    found.push(...(isPlain ? await faults(page, name, { within: over, isPlain }) : await faultsInColours(page, name, over)))
  }
  // The frame around the pages is looked at with the first page.
  found.push(...(isPlain ? await faults(page, path, { within: 'main', isPlain }) : await faultsInColours(page, path)))
  if (isList && !isLong && !templates.includes(path)) return
  await above(page, list.locator(lists.form), note('form'))
  if (path === '/eam/device')
    for (const name of ['高级搜索', '显隐']) await above(page, page.getByRole('main').getByRole('button', { name }), note(name))
  // The last one: a record may be a page of its own, which does not lead back.
  await above(page, list.locator(lists.row), note('record'))
}

/** The addresses of the menu of the signed-in person. */
const menuPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    interface Node {
      readonly path?: string
      readonly children?: readonly Node[]
    }
    const within = (nodes: readonly Node[]): string[] => nodes.flatMap(({ path, children }) => [path ?? '', ...within(children ?? [])])
    return within((await (await fetch('/api/blade-system/menu/routes')).json()).data)
  })

/** Lists of what pages without an entity on the menu show one of. */
const ownLists: Readonly<Record<string, string>> = {
  '/jobs/:id': '/api/blade-system/job/list',
  '/eam/device-benefit/:id': '/api/eam/benefit/page',
  '/eam/purchase-quote/compare/:id': '/api/eam/device-purchase-plan/list',
  '/notice/announcement/:id': '/api/blade-desk/notice/list',
}

/** A record for each page of one; undefined where there is none. */
const recordOf = async (page: Page, path: string): Promise<string | undefined> => {
  const list = ownLists[path] ?? listBehind(path)
  return list && firstId(page, list)
}

/** An import with the job that checked it, so that their pages have something to show. */
async function oneImport(url: string): Promise<void> {
  const { headers, fields } = tokenRequest({ tenant: '100001', user: 'admin', password: 'ward2026' })
  const token = await fetch(`${url}/api/osm/auth/oauth/token?${new URLSearchParams(fields)}`, { method: 'POST', headers })
  const { access_token } = (await token.json()) as { access_token: string }
  const signed = { ...headers, 'Blade-Auth': `bearer ${access_token}` }
  const form = new FormData()
  form.set('file', new Blob(['设备名称,使用科室\r\n输液泵,重症医学科\r\n'], { type: 'text/csv' }), '设备.csv')
  const sent = await fetch(`${url}/api/blade-resource/oss/endpoint/put-file`, { method: 'POST', headers: signed, body: form })
  const { data: file } = (await sent.json()) as { data: { id: string } }
  const asked = { method: 'POST', headers: { ...signed, 'content-type': 'application/json' }, body: JSON.stringify({ source: [file.id] }) }
  const answer = await fetch(`${url}/api/eam/device/import-verify`, asked)
  const { code, msg } = (await answer.json()) as { code: number; msg: string }
  if (code !== 200) throw new Error(msg)
}

/** Looks at the pages, at that of a refusal once; answers what is wrong. */
async function visit(page: Page, paths: readonly string[], refused: string[] = []): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    const id = path.includes(':') ? await recordOf(page, path) : ''
    // Those are named by a test of their own.
    if (id === undefined) continue
    await show(page, path.replace(/:\w+/, id))
    if (page.url().endsWith('/403') && refused.push(path) > 1) continue
    await lookAt(page, path, found)
  }
  return found
}

/** Pages follow the colours that the system asks for. */
const followSystem = async (page: Page): Promise<void> => {
  await page.goto('/login')
  await page.evaluate(() => {
    localStorage.setItem('eam-themeName', JSON.stringify({ dataType: 'string', content: 'theme-system', datetime: 1 }))
  })
}

/** A test for about six pages, of which a run takes a quarter: one that has more reaches its limit on a slow machine with other tests beside it. */
const parts = isLong ? 20 : 4

/** Pages of records of which the demo has none. */
const withoutRecord: readonly string[] = ['/notice/announcement/:id']

test.describe('WCAG 2.2 AA at the desk', () => {
  test('the frame, without a session and with its menus open', async ({ page }) => {
    const found: string[] = []
    await page.goto('/404')
    found.push(...(await faults(page, '/404 without a session')))
    await show(page, '/login')
    found.push(...(await faults(page, '/login')))
    await signIn(page, 'admin')
    const bar = page.getByRole('banner')
    for (const name of ['搜索', '外观', '语言', /打开个人菜单/])
      await above(page, bar.getByRole('button', { name }), async () => {
        found.push(...(await faults(page, `${name}`, { within: over })))
      })
    await bar.getByRole('button', { name: '锁屏' }).click()
    await page.getByRole('dialog').getByLabel('锁屏密码').fill('desk-1')
    await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
    await expect(page).toHaveURL(/\/lock$/)
    found.push(...(await faults(page, '/lock')))
    expect(found).toEqual([])
  })

  test.beforeAll(({ server }) => oneImport(server.url))

  test('every page of a record has one to show, but for the named ones', async ({ page }) => {
    await signIn(page, 'admin')
    const skipped: string[] = []
    for (const path of deskPaths()) if (path.includes(':') && (await recordOf(page, path)) === undefined) skipped.push(path)
    expect(skipped.sort()).toEqual(withoutRecord)
  })

  test('both wall boards, dark and light', async ({ page }) => {
    const found: string[] = []
    await signIn(page, 'manager')
    for (const path of ['/datav/dept', '/datav/device']) {
      await show(page, path)
      await page
        .getByRole('button', { name: '深色' })
        .or(page.getByRole('button', { name: '浅色' }))
        .waitFor()
      for (const name of ['浅色', '深色']) {
        await page.getByRole('button', { name }).click()
        // A button under the pointer has another colour.
        await page.mouse.move(0, 0)
        found.push(...(await faults(page, `${path} ${name}`)))
      }
    }
    expect(found).toEqual([])
  })

  for (const account of ['engineer', 'keeper', 'auditor'])
    test(`the first page of ${account}`, async ({ page }) => {
      const found: string[] = []
      await followSystem(page)
      await signIn(page, account, '/wel/dashboard')
      await lookAt(page, '/wel/dashboard', found)
      expect(found).toEqual([])
    })

  test('the search with results', async ({ page }) => {
    await followSystem(page)
    await signIn(page, 'manager')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /全局搜索/ }).fill('泵')
    await expect(page.getByRole('group', { name: '设备卡', exact: true }).getByRole('option').first()).toBeVisible()
    expect(await faultsInColours(page, 'search', over)).toEqual([])
  })

  // A run takes a half of the tabs: in eight days all of them in both colours.
  const tabParts = isLong ? 3 : 2
  for (let part = 0; part < tabParts; part++)
    test(`the tabs of a device, part ${part + 1}`, async ({ page }) => {
      const found: string[] = []
      await followSystem(page)
      await signIn(page, 'manager')
      const id = await firstId(page, '/api/eam/device/list?eamStatus=repairing')
      await show(page, `/eam/device/${id}`)
      const tabs = page.locator('.eam-record:visible').getByRole('tab')
      await expect(tabs.nth(5)).toBeVisible()
      const others = Array.from({ length: (await tabs.count()) - 1 }, (_, at) => at + 1)
      for (const at of inHalf(others).filter((_, place) => place % tabParts === part)) {
        // By the keyboard, which reaches the tabs that stand behind the end of the row, too.
        await tabs.nth(at).press('Enter')
        await expect(tabs.nth(at)).toHaveAttribute('aria-selected', 'true')
        // What stands above the tabs is looked at with the pages.
        found.push(...(await faultsInColours(page, `tab ${await tabs.nth(at).textContent()}`, '.eam-record [role="tabpanel"]')))
      }
      expect(found).toEqual([])
    })

  for (let part = 0; part < parts; part++)
    test(`pages of a hospital in their states, in the colours of the day, part ${part + 1}`, async ({ page }) => {
      await followSystem(page)
      await signIn(page, 'admin')
      expect(
        await visit(
          page,
          [...(isLong ? deskPaths() : [...inQuarter(declaredPaths()), ...templates]), '/nowhere'].filter(
            (path, at, all) => all.indexOf(path) === at && at % parts === part,
          ),
        ),
      ).toEqual([])
    })

  test('pages that only the platform has', async ({ page, browser, baseURL }) => {
    const other = await (await browser.newContext({ baseURL })).newPage()
    await signIn(other, 'admin')
    const ofHospital = new Set(await menuPaths(other))
    await followSystem(page)
    await signIn(page, { tenant: '000000', user: 'admin', password: 'admin' })
    const own = new Set((await menuPaths(page)).filter((path) => !ofHospital.has(path)))
    const paths = (isLong ? deskPaths() : declaredPaths()).filter((path) => own.has(path.split('/:')[0]!))
    expect(paths).toEqual(expect.arrayContaining(['/system/tenant-package']))
    const refused: string[] = []
    expect(await visit(page, inHalf(paths), refused)).toEqual([])
    expect(refused).toEqual([])
  })
})

test.describe('on a phone', () => {
  test.use(onlinePhone)

  test('the sign-in of the phone follows WCAG 2.2 AA', async ({ page }) => {
    await page.goto('/m/')
    await expect(page.getByLabel('医院名称或编号')).toBeVisible()
    expect(await faults(page, '/m/ without a session')).toEqual([])
  })

  const screenParts = isLong ? 3 : 1
  for (let part = 0; part < screenParts; part++)
    test(`every screen of the phone follows WCAG 2.2 AA, in the colours of the day, part ${part + 1}`, async ({ page }) => {
      const found: string[] = []
      await page.goto('/m/')
      await signInPhone(page, { tenant: '100001', user: 'keeper', password: 'ward2026' })
      const ids: Readonly<Record<string, string | undefined>> = {
        device: await firstId(page, '/api/eam/device/list'),
        room: await firstId(page, '/api/eam/plc/location/list?level=room'),
        check: await firstId(page, '/api/eam/check/list'),
        dept: await firstId(page, '/api/blade-system/dept/list'),
        repair: await firstId(page, '/api/eam/eventtyperepair/list'),
        checklists: await firstId(page, '/api/eam/eamdeviceinspectionlist/list'),
        maintenance: await firstId(page, '/api/eam/eventtypemaintain/list'),
      }
      for (const path of inQuarter([...phonePaths(), '/nowhere']).filter((_, at) => at % screenParts === part)) {
        const steps = path.split('/')
        const real = steps.map((step, at) =>
          step.startsWith(':') ? (ids[step === ':deviceId' ? 'device' : steps[at - 1]!] ?? 'none') : step,
        )
        await show(page, `/m${real.join('/')}`)
        found.push(...(await faultsInColours(page, `/m${path}`)))
      }
      expect(found).toEqual([])
    })

  test('a checklist that is filled in follows WCAG 2.2 AA, in the colours of the day', async ({ page }) => {
    await page.goto('/m/')
    await signInPhone(page, { tenant: '100001', user: 'engineer', password: 'ward2026' })
    const id = await firstId(page, '/api/eam/eamdeviceinspectionlist/list?taskStatus=todo')
    await show(page, `/m/checklists/${id}`)
    await page.locator('input[inputmode="decimal"]').first().fill('999')
    await page.getByRole('button', { name: '完成检查' }).click()
    await expect(page.getByRole('alert')).toContainText('还需填写')
    expect(await faultsInColours(page, '/m/checklists/:id')).toEqual([])
  })
})
