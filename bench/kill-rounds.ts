import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page as BrowserPage } from '@playwright/test'
import { type Card, type Scan, type StartedCheck, scansOf } from '../e2e/harness/check.ts'
import { type KillablePhone, killablePhone } from '../e2e/harness/killable-phone.ts'
import { type Desk, openDesk, type Page } from '../e2e/harness/office.ts'
import { openCount, signInPhone } from '../e2e/harness/phone.ts'
import { type RunningServer, startServer } from '../e2e/harness/program.ts'
import { reads } from '../e2e/harness/reader.ts'
import { loadNow } from './cpu.ts'

/**
 * Kills the server, PostgreSQL, both, a browser or a service worker at random moments while three phones count one check, and asks after every round:
 * is every observation that a phone reported as saved stored exactly once, and are the totals consistent? Only killed programs are started again.
 * Usage: npx tsx bench/kill-rounds.ts [rounds] [seed] [only this round]
 */
const rounds = Number(process.argv[2] ?? 50)
const seed = Number(process.argv[3] ?? 20261120)
const only = process.argv[4] ? Number(process.argv[4]) : undefined

/** Random numbers from 0 to 1, the same for the same seed. */
const dice = (of: number): (() => number) => {
  let state = of >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const password = 'ward2026'
const tenant = '100001'
const accounts = ['keeper', 'engineer', 'warehouse'] as const
const perRound = 6
/** Phones that met a dead server several times wait at most five minutes before they try again. */
const settleMs = 330_000
/** A round that settles later is reported. */
const lateMs = 20_000

/** One of the three phones with its person's actions: how often each code was reported as saved, and how often it was begun. */
interface Counter {
  readonly account: string
  readonly name: string
  readonly phone: KillablePhone
  page: BrowserPage
  readonly saved: Map<string, number>
  readonly begun: Map<string, number>
}

const add = (to: Map<string, number>, code: string): void => void to.set(code, (to.get(code) ?? 0) + 1)

const wholeCheck = async (desk: Desk, accounts: readonly string[]): Promise<StartedCheck> => {
  const { records: users } = await desk.get<Page<{ id: string; account: string }>>('/blade/user/list', { size: '200' })
  const title = `断电演练 ${rounds}`
  const { id } = await desk.post<{ id: string }>('/eam/check/submit', {
    checkTitle: title,
    mode: 'open',
    beginDate: '2026-11-01',
    endDate: '2026-12-31',
    members: users.filter((user) => accounts.includes(user.account)).map((user) => ({ userId: user.id })),
  })
  await desk.post('/eam/check/start', { id })
  const { records } = await desk.get<Page<Card>>('/eam/device/list', { size: '200', filingStatus: 'filed', eamStatus: 'in_use' })
  return { id, title, cards: records }
}

const start = async (server: RunningServer, counter: Counter, check: StartedCheck): Promise<void> => {
  counter.page = await counter.phone.start()
  await counter.page.goto(`${server.url}/m/`)
  await openCount(counter.page, check)
}

const said = async (page: BrowserPage): Promise<number> =>
  Number(/本次 (\d+) 台/.exec((await page.getByText(/本次 \d+ 台/).textContent()) ?? '')?.[1])

/** Reads one code as a hand reader does; resolves when the page says that one more is stored on the phone. */
const readOne = async (page: BrowserPage, code: string): Promise<void> => {
  const before = await said(page)
  await reads(page, code)
  await page.getByText(`本次 ${before + 1} 台`).waitFor({ timeout: 20_000 })
}

/** A code to be read, and the milliseconds of rest after it. */
interface Reading {
  readonly code: string
  readonly restMs: number
}

/** Counts some codes; ends early when the browser is killed meanwhile. */
const count = async (counter: Counter, readings: readonly Reading[]): Promise<void> => {
  for (const { code, restMs } of readings) {
    add(counter.begun, code)
    try {
      await readOne(counter.page, code)
    } catch (error) {
      if (/closed|crash|disconnected|Timeout/i.test(String(error))) return
      throw error
    }
    add(counter.saved, code)
    await sleep(restMs)
  }
}

const faults = ['server', 'database', 'machine', 'browser', 'worker'] as const

/** The events of one round; made before it begins, so that the seed determines all of them. */
interface Round {
  readonly fault: (typeof faults)[number]
  readonly victim: number
  readonly afterMs: number
  readonly deadMs: number
  readonly readings: readonly (readonly Reading[])[]
}

const planOf = (round: number, check: StartedCheck): Round => {
  const random = dice(seed * 1000 + round)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const [fault, victim, afterMs, deadMs] = [pick(faults), Math.floor(random() * accounts.length), random() * 1200, random() * 800]
  const codes = (size: number): string[] => Array.from({ length: size }, () => pick(check.cards).deviceCode)
  const shared = codes(2)
  const readings = accounts.map(() => {
    const mixed = [...shared, ...codes(perRound - shared.length)].map((code) => ({ code, place: random(), restMs: random() * 120 }))
    return mixed.sort((one, other) => one.place - other.place)
  })
  return { fault, victim, afterMs, deadMs, readings }
}

const killDatabase = async (server: RunningServer): Promise<void> => {
  const found = await readFile(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')
  for (const pid of found.trim().split(' ').filter(Boolean)) process.kill(Number(pid), 'SIGKILL')
}

/** The program ends by itself when its database is gone; its supervisor starts it again. */
const untilGone = async (pid: number): Promise<void> => {
  for (const end = Date.now() + settleMs; existsSync(`/proc/${pid}`); await sleep(50))
    if (Date.now() > end) throw new Error('the program lives on without its database')
}

const strike = async (plan: Round, server: RunningServer, counters: readonly Counter[], check: StartedCheck): Promise<void> => {
  await sleep(plan.afterMs)
  if (plan.fault === 'server' || plan.fault === 'database' || plan.fault === 'machine') {
    if (plan.fault !== 'server') await killDatabase(server)
    if (plan.fault === 'database') await untilGone(server.pid)
    else await server.kill()
    await sleep(plan.deadMs)
    await server.restart()
    return
  }
  const counter = counters[plan.victim]!
  if (plan.fault === 'worker') {
    const session = await counter.page.context().newCDPSession(counter.page)
    await session.send('ServiceWorker.enable')
    await session.send('ServiceWorker.stopAllWorkers')
    return
  }
  await counter.phone.kill()
  await start(server, counter, check)
}

/** The errors in the records of one person's phone; empty when every saved observation is there exactly once. */
const wrongs = (counter: Counter, scans: readonly Scan[]): string[] =>
  [...counter.begun].flatMap(([code, begun]) => {
    const held = scans.filter((scan) => scan.userName === counter.name && scan.code === code).length
    const saved = counter.saved.get(code) ?? 0
    // One that was begun and never reported as saved may be there or not.
    return held >= saved && held <= begun ? [] : [`${counter.account} ${code}: saved ${saved}, begun ${begun}, in the books ${held}`]
  })

const allScans = async (desk: Desk, check: StartedCheck): Promise<Scan[]> => {
  const found: Scan[] = []
  for (let current = 1; ; current++) {
    const page = await desk.get<Page<Scan> & { pages: number }>('/eam/check-scan/list', {
      checkId: check.id,
      size: '200',
      current: String(current),
    })
    found.push(...page.records)
    if (current >= page.pages) return found
  }
}

/** Waits until there are no errors; returns the remaining ones and the milliseconds it took. */
const settled = async (desk: Desk, check: StartedCheck, counters: readonly Counter[]): Promise<{ wrong: string[]; ms: number }> => {
  const began = Date.now()
  for (;;) {
    const scans = await allScans(desk, check).catch(() => [])
    const wrong = counters.flatMap((counter) => wrongs(counter, scans))
    const ms = Date.now() - began
    if (wrong.length === 0 || ms > settleMs) return { wrong, ms }
    await sleep(300)
  }
}

interface Line {
  readonly result: string
  readonly isSurplus: number
}

/** Lines are those of the book and the surplus; each counted line has one observation that decides it. */
const balance = async (desk: Desk, check: StartedCheck): Promise<string> => {
  const task = await desk.get<{ lineCount: number }>('/eam/check/details', { id: check.id })
  const total = async (query: Record<string, string>): Promise<number> =>
    (await desk.get<Page<Line>>('/eam/deviceapplylist/list', { checkId: check.id, size: '1', ...query })).total
  const [all, surplus, pending] = [await total({}), await total({ isSurplus: '1' }), await total({ result: 'pending' })]
  const scans = await allScans(desk, check)
  const deciding = scans.filter((scan) => (scan as Scan & { isDeciding: number }).isDeciding === 1).length
  if (all !== task.lineCount + surplus) throw new Error(`lines ${all}, book ${task.lineCount}, surplus ${surplus}`)
  if (deciding !== all - pending) throw new Error(`${all - pending} lines are counted, ${deciding} observations decide`)
  return `${all} lines = ${task.lineCount} on the book + ${surplus} surplus; ${all - pending} counted, ${scans.length} observations`
}

const server = await startServer()
let failed = 0
let longest = 0
const phones: Counter[] = []
try {
  const desk = await openDesk(server.url, { tenant, user: 'manager', password })
  const { records: users } = await desk.get<Page<{ account: string; realName: string }>>('/blade/user/list', { size: '200' })
  const check = await wholeCheck(desk, accounts)
  for (const account of accounts) {
    const phone = await killablePhone()
    const page = await phone.start()
    const name = users.find((user) => user.account === account)?.realName ?? ''
    phones.push({ account, name, phone, page, saved: new Map(), begun: new Map() })
    await page.goto(`${server.url}/m/`)
    await signInPhone(page, { tenant, user: account, password })
    await openCount(page, check)
  }
  // Chromium writes a new sign-in to the disk within half a minute; before that a killed phone keeps its queue but asks to sign in again.
  await sleep(35_000)
  const hits = new Map<string, number>()
  const began = Date.now()
  console.log(`seed ${seed} · load ${loadNow()}`)
  for (let round = only ?? 1; round <= (only ?? rounds); round++) {
    const plan = planOf(round, check)
    add(hits, plan.fault)
    const work = phones.map((counter, index) => count(counter, plan.readings[index]!))
    await Promise.all([strike(plan, server, phones, check), ...work])
    const { wrong, ms } = await settled(desk, check, phones)
    failed += wrong.length
    longest = Math.max(longest, ms)
    const late = ms > lateMs ? `  everything there after ${(ms / 1000).toFixed(0)} s` : ''
    console.log(`round ${round}: ${plan.fault}${late}${wrong.length > 0 ? `  WRONG ${wrong.join('; ')}` : ''}`)
  }
  const saved = phones.reduce((sum, counter) => sum + [...counter.saved.values()].reduce((one, other) => one + other, 0), 0)
  console.log(
    `${only === undefined ? `${rounds} rounds` : `round ${only} alone`} in ${Math.round((Date.now() - began) / 1000)} s (${[...hits].map(([fault, times]) => `${fault} ${times}`).join(', ')}); everything there after at most ${(longest / 1000).toFixed(0)} s · load ${loadNow()}`,
  )
  console.log(`${saved} observations were called saved, ${failed} of them are not in the books exactly once; ${await balance(desk, check)}`)
  const sample = await scansOf(desk, check)
  if (sample.length === 0) failed += 1
} finally {
  for (const { phone } of phones) await phone.stop()
  await server.stop()
}
process.exitCode = failed > 0 ? 1 : 0
