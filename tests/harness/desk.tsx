import 'fake-indexeddb/auto'
import { ConfigProvider } from 'antd'
import { createRoot, type Root } from 'react-dom/client'
import { Desk } from '#src/app/desk/desk.tsx'
import { startDeskLive } from '#src/app/desk/live.ts'
import { rememberedLook, useLook } from '#src/app/desk/look/look.ts'
import { deskQueries } from '#src/app/desk/queries.ts'
import { forgetBetweenPersons } from '#src/app/desk/session/forget-between-persons.ts'
import { noteTabQueries } from '#src/app/desk/tabs/tab-queries.ts'
import { clearTabs, rememberedTabs, useTabs } from '#src/app/desk/tabs/tabs.ts'
import { rememberedTopMenu, useChosenTopMenu } from '#src/app/desk/top-menu.tsx'
import { clearLog } from '#src/data/error-log.ts'
import { chooseLanguage } from '#src/data/language.ts'
import { loadPerson, person, rememberedSession, signIn, useSession, watchSession } from '#src/data/session.ts'
import { actFor, defaultTenant } from '#src/data/who.ts'
import { useDialogs } from '#src/kit/dialog/ask.ts'
import { usePageKeys } from '#src/kit/page-keys.ts'
import { deskSpeaker } from '#src/words/desk-speech.ts'
import { deskEn } from '#src/words/en/desk.ts'
import { en } from '#src/words/en/en.ts'
import { startWords } from '#src/words/words.ts'
import { deskZh } from '#src/words/zh/desk.ts'
import { zh } from '#src/words/zh/zh.ts'
import type { Client, TestApp } from './app-for-test.ts'
import { CookieJar } from './cookie-jar.ts'
import { password } from './hospitals.ts'
import { byRole, click, field, isShown, type Named, shownText, type, until } from './screen.ts'

export {
  byRole,
  byRoleAll,
  bySelector,
  byText,
  click,
  clickRight,
  dialog,
  drawn,
  escapeUntil,
  field,
  fieldAll,
  formDialog,
  hover,
  pick,
  press,
  rows,
  search,
  shownText,
  tabNames,
  type,
  until,
} from './screen.ts'

/** A request that a page of the desk has made. */
export interface PageRequest {
  readonly method: string
  /** After `/api`, with its query. */
  readonly path: string
  readonly body: unknown
  readonly headers: Headers
  /** Aborted once the page has given the request up. */
  readonly signal?: AbortSignal | undefined
}

/** An answer in place of the program's, now or later; undefined lets the request through. `ask` puts it to the program. */
export type Answerer = (request: PageRequest, ask: () => Promise<Response>) => Response | Promise<Response> | undefined

/** The query of a request. */
export const queryOf = ({ path }: PageRequest): Record<string, string> => Object.fromEntries(new URLSearchParams(path.split('?')[1]))

/** The desk in a browser, mounted in the document of the test. */
export interface Browser {
  /** What the pages have asked since the desk was opened. */
  readonly requests: readonly PageRequest[]
  /** How often the page was loaded again, by the person or by itself. */
  readonly loads: number
  /** Goes to an address of the desk, as a link does; the promise waits until the page before is gone. */
  go(address: string): Promise<void>
  /** Loads the page at an address, as the address bar does: what the browser has stored stays, what pages hold in memory goes. */
  load(address: string): void
  /** Loads the page again. */
  reload(): void
  /** Waits until the address is this one, with its query. */
  at(address: string | RegExp): Promise<void>
  /** Waits until a text is shown. */
  see(text: string | RegExp): Promise<void>
  /** Waits for an element by role and name. */
  find(role: Parameters<typeof byRole>[0], name?: Named, within?: Element): Promise<HTMLElement>
  /** Waits for the first request to a call, or a later one by its number, and returns it; the path is given without its query. */
  asked(path: string, nth?: number): Promise<PageRequest>
  /** Waits for a request whose path with its query matches, among those made after `since` others. */
  asked(path: RegExp, since?: number): Promise<PageRequest>
  /** Waits until the pages await no answer of the program; requests that are held back do not count. */
  settled(): Promise<void>
  /** Answers requests in place of the program; undefined lets them through. */
  answer(answerer: Answerer | undefined): void
  /**
   * Holds requests back that begin with a path, or match, until the returned function lets them go and has waited for the page. `firstAnswer`: the
   * program answers at once, and only its first answer is held, which carries the state at the time of the request.
   */
  hold(what: string | ((request: PageRequest) => boolean), how?: 'requests' | 'firstAnswer'): () => Promise<void>
}

/** The desk of a signed-in person. */
export interface OpenDesk extends Browser {
  readonly client: Client
}

/** The desk of a browser with cookies of its own, whose person signs in and out there. */
export interface VisitedDesk extends Browser {
  readonly cookies: CookieJar
}

const nodeFetch = globalThis.fetch

startWords(await deskSpeaker({ zh: { ...zh, ...deskZh }, en: { ...en, ...deskEn } }))
noteTabQueries(deskQueries, () => location.pathname)
watchSession()
forgetBetweenPersons(undefined)

/** The heading of the shown page, which knows the path of its page. */
const shownPage = () => [...document.querySelectorAll<HTMLElement>('.eam-page-heading')].find(isShown)

let root: Root | undefined
let endLive: (() => void) | undefined

/** Pages of the open desk follow the stream of changes, until the test ends. */
export function followLive(): void {
  endLive ??= startDeskLive()
}

const mount = (): void => {
  const host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
  // No style sheet matters here, and to write those of the library takes a twentieth of the time.
  root.render(
    <ConfigProvider theme={{ zeroRuntime: true }}>
      <Desk />
    </ConfigProvider>,
  )
}
const unmount = (): void => {
  root?.unmount()
  root = undefined
  deskQueries.clear()
  document.body.replaceChildren()
}

/** Ends the desk of a test: nothing of its person, pages or preferences reaches the next one. Runs after every test. */
export async function closeDesk(): Promise<void> {
  endLive?.()
  endLive = undefined
  await deskQueries.cancelQueries()
  unmount()
  clearTabs()
  useDialogs.setState({ open: [] })
  useSession.setState({ person: undefined, isLocked: false })
  actFor(defaultTenant)
  clearLog()
  localStorage.clear()
  sessionStorage.clear()
  useChosenTopMenu.setState(rememberedTopMenu(), true)
  useLook.setState(rememberedLook(), true)
  usePageKeys.setState({ isOn: true })
  globalThis.fetch = nodeFetch
}

/** Fails as a request does that a page gives up. */
const givenUp = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, fail) => {
    const tell = (): void => fail(signal?.reason)
    if (signal?.aborted) tell()
    else signal?.addEventListener('abort', tell)
  })

/** What makes the requests of a browser those of its person. */
interface Identity {
  headers(path: string): Readonly<Record<string, string>>
  heard(answer: Response): void
}

async function openBrowser(
  app: TestApp,
  who: Identity,
  begin: () => Promise<unknown>,
  address: string,
  language: 'zh' | 'en',
): Promise<Browser> {
  if (root) await closeDesk()
  const requests: PageRequest[] = []
  let answerer: Answerer | undefined
  let awaited = 0
  let loads = 0
  globalThis.fetch = async (input, init = {}) => {
    if (typeof input !== 'string' || !input.startsWith('/')) return nodeFetch(input, init)
    const { body, method = 'GET' } = init
    const request = {
      method,
      path: input.replace(/^\/api/, ''),
      body: typeof body === 'string' ? (JSON.parse(body) as unknown) : body,
      headers: new Headers(init.headers),
      signal: init.signal ?? undefined,
    }
    requests.push(request)
    const ask = async (): Promise<Response> => {
      awaited++
      try {
        const answer = await app.beside(request.path, () =>
          nodeFetch(app.url + input, { ...init, headers: { ...init.headers, ...who.headers(input) } }),
        )
        who.heard(answer)
        return answer
      } finally {
        awaited--
      }
    }
    const given = answerer?.(request, ask)
    return given ? Promise.race([given, givenUp(init.signal)]) : ask()
  }
  const settled = async (): Promise<void> => {
    let rest = 0
    await until(() => {
      rest = awaited === 0 ? rest + 1 : 0
      return rest > 3
    }, 'the answer to every request')
  }
  const load = (to: string): void => {
    unmount()
    loads++
    history.replaceState(null, '', to)
    useSession.setState(rememberedSession(), true)
    useTabs.setState(rememberedTabs(), true)
    useChosenTopMenu.setState(rememberedTopMenu(), true)
    useLook.setState(rememberedLook(), true)
    if (person()) void loadPerson().catch(() => {})
    mount()
  }
  location.replace = (to) => load(String(to))
  location.assign = (to) => load(String(to))
  chooseLanguage(language)
  await begin()
  history.pushState(null, '', address)
  mount()
  return {
    requests,
    get loads() {
      return loads
    },
    async go(to) {
      const [{ pathname: from }, before] = [location, shownPage()]
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
      if (location.pathname === from) return
      // The page before may not have been drawn yet. A page without the shell has no heading.
      const isThere = () => {
        const page = shownPage()
        return page ? page.dataset.path === location.pathname : before !== undefined
      }
      await until(isThere, `another page at ${to}`)
    },
    load,
    reload: () => load(location.pathname + location.search),
    async at(address) {
      const here = () => location.pathname + location.search
      await until(() => (typeof address === 'string' ? here() === address : address.test(here())), `the address ${address}`)
    },
    async see(text) {
      await until(() => (typeof text === 'string' ? shownText().includes(text) : text.test(shownText())), `the text ${text}`)
    },
    find: (role, name, within) => until(() => byRole(role, name, within), `${role} ${name ?? ''}`),
    asked: (path: string | RegExp, number?: number) =>
      typeof path === 'string'
        ? until(() => requests.filter((one) => one.path.split('?')[0] === path)[(number ?? 1) - 1], `a request to ${path}`)
        : until(() => requests.slice(number ?? 0).find((request) => path.test(request.path)), `a request to ${path}`),
    settled,
    answer(next) {
      answerer = next
    },
    hold(what, how = 'requests') {
      let open = (): void => {}
      const opened = new Promise<void>((done) => {
        open = done
      })
      const handed: Promise<unknown>[] = []
      answerer = (request, ask) => {
        const isHeld = typeof what === 'string' ? request.path.startsWith(what) : what(request)
        if (!isHeld || (how === 'firstAnswer' && handed.length > 0)) return undefined
        const answer = how === 'requests' ? opened.then(ask) : ask().then((given) => opened.then(() => given))
        handed.push(answer.catch(() => {}))
        return answer
      }
      return async () => {
        open()
        await Promise.all(handed)
        await settled()
      }
    },
  }
}

/**
 * Opens the desk at an address as a person of a tenant, whose requests go to the program of the test. Pages keep their own caches, so that a second call
 * within a test is the same browser after a reload by another person.
 */
export async function openDesk(app: TestApp, client: Client, address: string, language: 'zh' | 'en' = 'zh'): Promise<OpenDesk> {
  const who = { headers: () => client.headers, heard() {} }
  return Object.assign(await openBrowser(app, who, loadPerson, address, language), { client })
}

/** An account and its password. */
export interface Account {
  readonly tenant: string
  readonly user: string
  readonly password: string
}

/** An account of the demo hospital. */
export const demoAccount = (user: string): Account => ({ tenant: '100001', user, password })

/** Opens the desk in a browser with cookies of its own: as a visitor, or with the session of an account. */
export async function visitDesk(app: TestApp, address: string, account?: Account, language: 'zh' | 'en' = 'zh'): Promise<VisitedDesk> {
  const cookies = new CookieJar()
  const who = { headers: (path: string) => cookies.headerFor(path), heard: (answer: Response) => cookies.take(answer) }
  const begin = async () => account && signIn({ tenantId: account.tenant, account: account.user, password: account.password })
  return Object.assign(await openBrowser(app, who, begin, address, language), { cookies })
}

/** Types an account into the log-in page that is shown, and sends it. */
export async function fillLogin(account: Account): Promise<void> {
  type(await until(() => field('医院名称或编号'), 'the log-in'), account.tenant)
  type(field('账号')!, account.user)
  type(field('密码')!, account.password)
  click(byRole('button', '登录')!)
}
