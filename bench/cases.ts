import { type Answer, ask, type Next } from './load.ts'
import { keywords } from './names.ts'

/** Targets of the issue: µs of the Node process per request, and the 99th percentile at 16 connections in ms. */
export interface Target {
  readonly cpu: number
  readonly p99: number
}

export interface Case {
  readonly name: string
  readonly next: Next
  readonly target?: Target
  /** Whose token: the manager who sees all, or the keeper who sees a few departments. */
  readonly who?: 'restricted'
  /** The precondition of a round. */
  readonly before?: () => Promise<void>
  /** ms of one round at 16 connections where the usual length is too short. */
  readonly long?: boolean
}

interface Page {
  data: { records: { id: string; version: number; can: string[] }[]; total: number }
}

const list = '/api/eam/device/list?current=1&size=10'
const over = <T>(many: readonly T[], make: (one: T) => string): Next => {
  let at = 0
  return () => ({ request: { path: make(many[at++ % many.length]!) } })
}
const search = (words: readonly string[]): Next => over(words, (word) => `${list}&keyword=${encodeURIComponent(word)}`)

/** A filter that every row passes and no request has used before, so that no cache applies. */
function fresh(path: string): string {
  const moment = new Date(Date.UTC(2010, 0, 1) + unused++ * 1000).toISOString()
  return `${path}&createTime_dategt=${encodeURIComponent(moment)}`
}
let unused = 0

/** Changes one field of cards that no other client changes at the moment, with the version each was seen at. */
function update(cards: Page['data']['records'], draft: (round: number) => Record<string, unknown>): Next {
  const versions = new Map(cards.map((card) => [card.id, card.version]))
  const share = Math.floor(cards.length / 16)
  const at = Array<number>(16).fill(0)
  let round = 0
  return (connection) => {
    const { id } = cards[connection * share + (at[connection]!++ % share)]!
    return {
      request: { path: '/api/eam/device/submit', body: JSON.stringify({ id, version: versions.get(id), ...draft(round++) }) },
      seen: (answer: Answer) => void versions.set(id, (JSON.parse(answer.body.toString()) as { data: { version: number } }).data.version),
    }
  }
}

/** The calls that are measured, on cards all over the register. */
export async function casesOf(port: number, token: string): Promise<Case[]> {
  const cards: Page['data']['records'] = []
  const pages = Math.ceil((await ask<Page>(port, token, { path: list })).data.total / 200)
  for (let part = 0; part < 8; part++) {
    const { data } = await ask<Page>(port, token, { path: `/api/eam/device/list?current=${1 + Math.floor((part * pages) / 8)}&size=200` })
    cards.push(...data.records)
  }
  const ids = cards.map((card) => card.id).sort((a, b) => a.slice(-6).localeCompare(b.slice(-6)))
  const roots = await ask<{ data: { id: string }[] }>(port, token, { path: '/api/eam/plc/location/lazy-tree' })
  const places = await ask<{ data: { id: string }[] }>(port, token, {
    path: `/api/eam/plc/location/lazy-tree?parentId=${roots.data[0]!.id}`,
  })
  let held: Record<string, string> = {}
  const open = cards.filter((card) => card.can.includes('submit'))
  const half = Math.floor(open.length / 2)
  return [
    { name: 'hello (no database)', next: over([0], () => '/api/docs.js') },
    { name: 'session alone (user info)', next: over([0], () => '/api/blade-user/info') },
    { name: 'list page 1', next: over([0], () => list), target: { cpu: 320, p99: 25 } },
    { name: 'list page 1, counted each time', next: over([0], () => fresh(list)) },
    { name: 'list page 1, restricted', next: over([0], () => list), who: 'restricted' },
    { name: 'list page 500', next: over([0], () => '/api/eam/device/list?current=500&size=10') },
    { name: 'list by state', next: over(['in_stock', 'idle', 'in_use'], (state) => `${list}&eamStatus=${state}`) },
    { name: 'detail', next: over(ids, (id) => `/api/eam/device/detail?id=${id}`), target: { cpu: 180, p99: 15 } },
    {
      name: 'update of the remark',
      next: update(open.slice(0, half), (round) => ({ remark: `备注 ${round}` })),
      target: { cpu: 700, p99: 40 },
    },
    {
      name: 'update of a searched field',
      next: update(open.slice(half), (round) => ({ deviceModel: `BeneVision N${round % 97}` })),
      target: { cpu: 700, p99: 40 },
    },
    { name: 'keyword, 2 characters', next: search(keywords.two), target: { cpu: 600, p99: 60 } },
    { name: 'keyword, 4 characters', next: search(keywords.four), target: { cpu: 600, p99: 60 } },
    { name: 'keyword, codes', next: search(keywords.code) },
    { name: 'keyword, 2 characters, cold', next: over(keywords.two, (word) => fresh(`${list}&keyword=${encodeURIComponent(word)}`)) },
    { name: 'keyword, 4 characters, cold', next: over(keywords.four, (word) => fresh(`${list}&keyword=${encodeURIComponent(word)}`)) },
    { name: 'keyword, 2 characters, restricted', next: search(keywords.two), who: 'restricted' },
    { name: 'picker by keyword', next: over(keywords.four, (word) => `/api/eam/device/select-list?keyword=${encodeURIComponent(word)}`) },
    { name: 'lazy tree', next: over(places.data, ({ id }) => `/api/eam/plc/location/lazy-tree?parentId=${id}`) },
    {
      name: 'pull, nothing new',
      before: async () => {
        held = await pullAll(port, token, held)
      },
      next: over([0], () => pulling(held)),
    },
    { name: 'pull of 2000 rows', next: over([0], () => pulling({})), long: true },
    { name: 'pull of 2000 rows, compressed', next: () => ({ request: { path: pulling({}), compressed: true } }), long: true },
  ]
}

const pulling = (held: Record<string, string>): string => `/api/sync/pull?limit=2000&cursors=${encodeURIComponent(JSON.stringify(held))}`

interface Pulled {
  data: { cursors: Record<string, string>; more: boolean }
}

/** The cursors of a phone that has everything, from those it held before. */
async function pullAll(port: number, token: string, held: Record<string, string>): Promise<Record<string, string>> {
  let cursors = held
  for (;;) {
    const { data } = await ask<Pulled>(port, token, { path: pulling(cursors) })
    cursors = { ...cursors, ...data.cursors }
    if (!data.more) return cursors
  }
}
