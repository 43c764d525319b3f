import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { v7 } from 'uuid'
import { fingerprint, type PullAnswer, type PushAnswer, pullBody, SYNC_SCHEMA, TENANT_HEADER, USER_HEADER } from '#contract/sync/sync.ts'
import { BUNDLE_MOST_ROWS, BUNDLE_ROWS, type BundleAnswer, bundleQuery, cursorAfterBundles } from '#contract/sync/sync-bundle.ts'
import { keywords } from './names.ts'
import type { Figures } from './users-figures.ts'

/** A person's role and daily activities. */
export interface Role {
  readonly tenant: string
  readonly account: string
  readonly password: string
  readonly day: readonly Action[]
  /** Milliseconds between two actions, half as long up to one and a half. */
  readonly pauseMs: number
}
export type Action = (person: Person) => Promise<void>
export type Row = Record<string, unknown> & { id: string; version: number }
export interface Page {
  records: Row[]
  total: number
}

const one = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)]!

/** A signed-in person; every request is counted in the figures. */
export class Person {
  userId = ''
  cursors: Record<string, string | null> = {}
  readonly role: Role
  private readonly base: string
  private readonly figures: Figures
  private readonly device = v7()
  private headers: Record<string, string> = {}

  constructor(base: string, role: Role, figures: Figures) {
    this.base = base
    this.role = role
    this.figures = figures
  }

  private async ask(kind: string, path: string, init: RequestInit): Promise<{ status: number; text: string }> {
    const begun = performance.now()
    try {
      const answer = await fetch(this.base + path, init)
      const text = await answer.text()
      this.figures.add(kind, performance.now() - begun, answer.status, text.slice(0, 200))
      return { status: answer.status, text }
    } catch (error) {
      this.figures.add(kind, performance.now() - begun, 0, String(error))
      return { status: 0, text: '' }
    }
  }

  async signIn(): Promise<boolean> {
    const { tenant, account, password } = this.role
    const digest = createHash('sha256').update(password).digest('hex')
    const query = new URLSearchParams({
      tenantId: tenant,
      username: account,
      password: digest,
      grant_type: 'password',
      scope: 'all',
      type: 'account',
    })
    const { status, text } = await this.ask('sign in', `/api/osm/auth/oauth/token?${query}`, { method: 'POST' })
    if (status !== 200) return false
    const flat = JSON.parse(text) as Record<string, string>
    this.userId = flat.user_id ?? ''
    this.headers = {
      'blade-auth': `bearer ${flat.access_token}`,
      [USER_HEADER]: this.userId,
      [TENANT_HEADER]: tenant,
      'accept-encoding': 'gzip, br',
    }
    return true
  }

  /** The data of an answer; undefined when it was refused. */
  async get<T>(kind: string, path: string): Promise<T | undefined> {
    const { status, text } = await this.ask(kind, `/api${path}`, { headers: this.headers })
    return status === 200 && text.startsWith('{') ? (JSON.parse(text) as { data: T }).data : undefined
  }

  async post<T>(kind: string, path: string, body: object): Promise<T | undefined> {
    const headers = { ...this.headers, 'content-type': 'application/json' }
    const { status, text } = await this.ask(kind, `/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return status === 200 ? (JSON.parse(text) as { data: T }).data : undefined
  }

  async pull(): Promise<void> {
    for (let more = true; more; ) {
      const answer = await this.post<PullAnswer>('phone: pull', '/sync/pull', pullBody({ cursors: this.cursors, limit: 2000, packs: true }))
      if (!answer) return
      this.cursors = { ...this.cursors, ...answer.cursors }
      for (const { feed } of answer.packs ?? []) if (!(await this.load(feed))) return
      more = answer.more || (answer.packs ?? []).length > 0
    }
  }

  /** The first load of a large feed. */
  private async load(feed: string): Promise<boolean> {
    let horizon: string | undefined
    for (let after: string | null = null, rows = BUNDLE_ROWS; after !== null || horizon === undefined; rows = BUNDLE_MOST_ROWS) {
      const bundle: BundleAnswer | undefined = await this.get('phone: pack', `/sync/pack?${bundleQuery({ feed, after, rows })}`)
      if (!bundle) return false
      horizon ??= bundle.horizon
      after = bundle.next
    }
    this.cursors[feed] = cursorAfterBundles(horizon)
    return true
  }

  async push(kind: string, type: string, lane: string, body: object): Promise<void> {
    const id = v7()
    const said = { kind, target: { type, id }, body }
    const op = {
      id: v7(),
      schema: SYNC_SCHEMA,
      lane: `${lane}:${id}`,
      deps: [],
      baseVersion: null,
      occurredAt: new Date().toISOString(),
      skewMs: 0,
      ...said,
      fp: await fingerprint(said),
    }
    const answer = await this.post<PushAnswer>(`phone: push ${kind}`, '/sync/push', {
      deviceId: this.device,
      schema: SYNC_SCHEMA,
      ops: [op],
    })
    const result = answer?.results[0]
    if (result && result.outcome !== 'done') this.figures.errors.push(`push ${kind}: ${result.outcome} ${result.msg}`)
  }

  /** Works until the time is over, and polls for notices every ten seconds. */
  async work(until: number): Promise<void> {
    if (!(await this.signIn())) return
    const look = async (): Promise<void> => {
      while (performance.now() < until) {
        await this.get('notices: unread', '/osm/notice/unread-num')
        await sleep(10_000)
      }
    }
    const actions = async (): Promise<void> => {
      await sleep(Math.random() * this.role.pauseMs)
      while (performance.now() < until) {
        await one(this.role.day)(this)
        await sleep(this.role.pauseMs * (0.5 + Math.random()))
      }
    }
    await Promise.all([look(), actions()])
  }
}

const list = (of: Person, kind: string, path: string, query: Record<string, string> = {}): Promise<Page | undefined> =>
  of.get<Page>(kind, `${path}/list?${new URLSearchParams({ current: '1', size: '10', ...query })}`)
const anyPage = (total: number): string => String(1 + Math.floor(Math.random() * Math.max(1, Math.min(200, total / 10))))
const repairs = '/eam/eventtyperepair'

/** A card from somewhere in the list. */
const card = async (of: Person): Promise<Row | undefined> => {
  const first = await list(of, 'desk: list', '/eam/device')
  if (!first || first.total === 0) return undefined
  const page = await list(of, 'desk: list page', '/eam/device', { current: anyPage(first.total) })
  return page && one(page.records)
}

export const leaf: Action = async (of) => void (await card(of))
export const filter: Action = async (of) => {
  await list(of, 'desk: filter', '/eam/device', { eamStatus: one(['in_use', 'idle', 'repairing']) })
}
export const search: Action = async (of) => {
  await list(of, 'desk: keyword', '/eam/device', { keyword: one([...keywords.two, ...keywords.four]) })
}
export const record: Action = async (of) => {
  const row = await card(of)
  if (!row) return
  await of.get('desk: record', `/eam/device/detail?id=${row.id}`)
  await of.get('desk: life of a card', `/eam/device-life-cycle/list?eamDeviceId=${row.id}`)
}
export const edit: Action = async (of) => {
  const row = await card(of)
  if (row)
    await of.post('desk: edit', '/eam/device/submit', { id: row.id, version: row.version, remark: `看过 ${new Date().toISOString()}` })
}
export const sheet: Action = async (of) => {
  // Few people export, and rarely.
  if (Math.random() < 0.1) await of.get('desk: export', `/eam/device/export?format=${one(['xlsx', 'csv'])}&eamStatus=idle`)
}
/** Prints a page of labels now and then. */
export const labels: Action = async (of) => {
  if (Math.random() > 0.2) return
  const page = await list(of, 'desk: list', '/eam/device', { filingStatus: 'filed', size: '24' })
  if (!page || page.records.length === 0) return
  const print = {
    labelKind: 'device',
    ids: page.records.map(({ id }) => id),
    template: '60x40',
    output: 'pdf',
    base: 'https://wardkeeper.example.org',
  }
  const made = await of.post<{ id: string }>('desk: print labels', '/eam/label/print', { ...print, reason: '换新标签' })
  if (made) await of.get('desk: labels PDF', `/eam/label/pdf?id=${made.id}`)
}
export const orders: Action = async (of) => {
  const open = await list(of, 'desk: repairs', repairs)
  const row = open && one(open.records)
  if (row) await of.get('desk: repair', `${repairs}/detail?id=${row.id}`)
}
export const pulls: Action = (of) => of.pull()
export const makeCard: Action = (of) => of.push('device.submit', 'device', 'card', { deviceName: '手机建的卡' })

/** A ward reports what is broken. */
export const report: Action = async (of) => {
  const row = await card(of)
  if (row)
    await of.post('repair: report', `${repairs}/save`, { deviceId: row.id, faultDescription: '不开机', urgency: one(['normal', 'urgent']) })
  await of.pull()
}

const next: Readonly<Record<string, readonly [step: string, more: object]>> = {
  reported: ['accept', {}],
  accepted: ['arrive', {}],
  assigned: ['arrive', {}],
  working: ['finish', { diagnosis: '电源板故障', measures: '更换电源板' }],
}

/** An engineer takes an order one step on. */
export const repair: Action = async (of) => {
  const status = one(Object.keys(next))
  const found = await list(of, 'repair: list', repairs, { repairStatus: status })
  const row = found && found.records.length > 0 ? one(found.records) : undefined
  if (!row) return
  const [step, more] = next[status]!
  const mine = status === 'reported' || row.engineerId === of.userId
  if (mine) await of.post(`repair: ${step}`, `${repairs}/${step}`, { id: row.id, version: row.version, ...more })
}

/** A counter walks through a check: what is seen goes out at once. */
export const count: Action = async (of) => {
  const checks = await list(of, 'check: list', '/eam/check', { checkStatus: 'open' })
  const task = checks?.records[0]
  if (!task) return
  const lines = await list(of, 'check: lines', '/eam/deviceapplylist', { checkId: task.id, size: '50', columns: 'bookLocationId' })
  const line = lines && lines.records.length > 0 ? one(lines.records) : undefined
  if (line) await of.push('check.scan', 'checkScan', 'inv', { checkId: task.id, lineId: line.id, locationId: line.bookLocationId })
}
