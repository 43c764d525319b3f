import { pathsOf } from '#contract/kit/entity/call.ts'
import { isListCall } from '#contract/kit/entity/list.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { deviceCards } from '#contract/measures/device-cards.ts'
import { calls, measures } from '#contract/registry.ts'
import { ask, type Next } from './load.ts'
import { keywords } from './names.ts'

/** One call that is measured: `what` as the table shows it. */
export interface LargeCase {
  readonly what: string
  readonly next: Next
}

type Record_ = Record<string, string>
interface Page {
  data: { records: Record_[]; total: number }
}

const list = '/api/eam/device/list?size=10'
const over = (paths: readonly string[]): Next => {
  let at = 0
  return () => ({ request: { path: paths[at++ % paths.length]! } })
}
const query = (filters: Record_): string => `${list}&current=1&${new URLSearchParams(filters)}`

let unused = 0
/** A moment that every card is younger (or older) than and that no request has used before, so that no cache applies. */
const fresh = (year: number): string => encodeURIComponent(new Date(Date.UTC(year, 0, 1) + unused++ * 1000).toISOString())
const cold = (paths: readonly string[], bound = '&createTime_dategt=', year = 2010): Next => {
  let at = 0
  return () => ({ request: { path: `${paths[at++ % paths.length]!}${bound}${fresh(year)}` } })
}

/** The calls of one person, on cards, departments and classes that this person sees. `scope`: what the person's phone calls its cards. */
export async function largeCases(port: number, token: string): Promise<LargeCase[]> {
  const get = async <T>(path: string): Promise<T> => (await ask<{ data: T }>(port, token, { path: `/api${path}` })).data
  const { total } = (await ask<Page>(port, token, { path: `${list}&current=1` })).data
  const last = Math.floor(total / 10)
  const cards = (await get<Page['data']>(`/eam/device/list?size=200&current=${Math.ceil(last / 40)}`)).records
  const depts = (await get<Record_[]>('/eam/home-page/dept-device-count')).map((row) => row.key!)
  const classes = (await get<Record_[]>('/eam/device/count-by-classifyId')).map((row) => row.key!)
  const five = depts.flatMap((useDeptId, index) =>
    ['I', 'II', 'III'].map((riskLevel) =>
      query({
        useDeptId,
        riskLevel,
        classifyId: classes[index % classes.length]!,
        eamStatus: ['in_use', 'idle', 'in_stock'][index % 3]!,
        origin: ['imported', 'domestic'][index % 2]!,
      }),
    ),
  )
  const wide = ['fiscal', 'own', 'research', 'donated'].map((fundSource) =>
    query({ eamStatus: 'in_use', filingStatus: 'filed', riskLevel: 'II', origin: 'imported', fundSource }),
  )
  // The moment of the card in the middle: as many were made before as since.
  const half = `&createTime_dategt=${encodeURIComponent(cards[0]!.createTime!)}`
  const rare = ['fiscal', 'own', 'research', 'donated'].map((fundSource) =>
    query({ eamStatus: 'disposed', filingStatus: 'draft', riskLevel: 'III', origin: 'domestic', fundSource }),
  )
  const deep = Math.min(20_000, last)
  const page = (current: number, more = ''): string => `${list}&current=${current}${more}`
  const search = (words: readonly string[]): string[] => words.map((word) => `${list}&current=1&keyword=${encodeURIComponent(word)}`)
  const ids = cards.map((card) => card.id!)
  const codes = cards.map((card) => card.deviceCode!)
  const figures = ['', '&eamStatus=in_use', '&eamStatus=in_stock', '&eamStatus=repairing', '&eamStatus=idle', '&filingStatus=pending']
  const one = (what: string, ...paths: string[]): LargeCase => ({ what, next: over(paths) })
  return [
    one('list, first page', page(1)),
    { what: 'list, first page, counted each time', next: cold([page(1)]) },
    one('list by department', ...depts.map((useDeptId) => query({ useDeptId }))),
    one('five filters, department among them', ...five),
    { what: 'the same, counted each time', next: cold(five) },
    one('five filters, none of them a department', ...wide),
    { what: 'the same, counted each time', next: cold(wide) },
    {
      what: 'the same since the middle',
      next: cold(
        wide.map((path) => `${path}${half}`),
        '&createTime_datelt=',
        2090,
      ),
    },
    { what: 'five filters that few cards pass, each time', next: cold(rare) },
    one(`page ${deep}`, page(deep), page(deep - 1)),
    one('the page in the middle', page(Math.floor(last / 2))),
    one('the last page', page(last)),
    one('by name, the page in the middle', page(Math.floor(last / 2), '&ascs=deviceName')),
    ...[
      ['number', '&ascs=deviceCode'],
      ['name', '&ascs=deviceName'],
      ['value, the highest first', '&descs=originalValue'],
      ['maker', '&ascs=manufacturer'],
    ].flatMap(([what, order]) => [one(`by ${what}, first page`, page(1, order)), one(`by ${what}, page ${deep}`, page(deep, order))]),
    one('counts by class', '/api/eam/device/count-by-classifyId'),
    one('counts by department', '/api/eam/home-page/dept-device-count'),
    one('counts by department and filing', '/api/eam/device/filing-dept-count'),
    one('counts by state', '/api/eam/home-page/status-distribution'),
    one('counts by completeness', '/api/eam/device/perfection-count'),
    one('cards by completeness, the least first', '/api/eam/device/perfection-page?current=1&size=10'),
    one('a card as it was on a day', ...ids.map((id) => `/api/eam/device/time-map?id=${id}&date=2026-06-30`)),
    one('all cards and their value', '/api/eam/home-page/device-statistics'),
    ...Object.keys(deviceCards.groups).map((group) => one(`measure by ${group}`, `/api/eam/measure/device-cards?group=${group}`)),
    one('the device board', '/api/data-view/service-dashboard'),
    one('the department board', '/api/data-view/dept-data'),
    one('warnings of the home page', '/api/eam/home-page/warn-statistics'),
    one('figures of the home page', ...figures.map((filter) => `/api/eam/device/list?current=1&size=1${filter}`)),
    one('keyword, 2 characters', ...search(keywords.two)),
    { what: 'keyword, 2 characters, the first time', next: cold(search(keywords.two)) },
    one('keyword, 4 characters', ...search(keywords.four)),
    { what: 'keyword, 4 characters, the first time', next: cold(search(keywords.four)) },
    { what: 'keyword, a whole number, the first time', next: cold(search(codes)) },
    { what: 'keyword, part of a number, the first time', next: cold(search(keywords.code)) },
    { what: 'keyword, no card has it', next: cold(search(['石墨治疗', '冰淇淋机', 'qqxxzz'])) },
    one('a card', ...ids.map((id) => `/api/eam/device/detail?id=${id}`)),
    one('a card by its label', ...codes.map((code) => `/api/eam/device/queryRfidCode?rfidCode=${code}`)),
    one('the history of a card', ...ids.map((id) => `/api/eam/device/history?id=${id}`)),
    one('picker by keyword', ...keywords.four.map((word) => `/api/eam/device/select-list?keyword=${encodeURIComponent(word)}`)),
  ]
}

interface Pulled {
  data: { cursors: Record_; more: boolean; packs?: { scope: string; entity: string }[] }
}

/** A phone of the person: the first answer, a pack of 10,000 cards, and a pull with nothing new. */
export async function phoneCases(port: number, token: string, scope: string): Promise<LargeCase[]> {
  const path = (cursors: Record_): string => `/api/sync/pull?limit=2000&packs=1&cursors=${encodeURIComponent(JSON.stringify(cursors))}`
  const bundlePath = (rows: number, after = ''): string =>
    `/api/sync/pack?scope=${scope}&entity=device&rows=${rows}${after && `&after=${after}`}`
  const first = await ask<Pulled>(port, token, { path: path({}) })
  const held = await ask<{ data: { horizon: string } }>(port, token, { path: bundlePath(1) })
  // Of a phone that has every pack already.
  let cursors: Record_ = { ...first.data.cursors, [`${scope}#device`]: `${held.data.horizon}.0` }
  for (let more = true; more; ) {
    const { data } = await ask<Pulled>(port, token, { path: path(cursors) })
    cursors = { ...cursors, ...data.cursors }
    more = data.more
  }
  return [
    { what: 'phone, the first pull', next: () => ({ request: { path: path({}), compressed: true } }) },
    { what: 'phone, the next pull', next: () => ({ request: { path: path(cursors), compressed: true } }) },
    { what: 'phone, a pack of 5,000 cards', next: () => ({ request: { path: bundlePath(5000), compressed: true } }) },
  ]
}

/** Every measure in each of its groupings, which reports ask for too, and every call of the first page, of the boards and of counts, as they are declared. */
export async function figureCases(port: number, token: string): Promise<LargeCase[]> {
  const one = (what: string, path: string): LargeCase => ({ what, next: over([`/api${path}`]) })
  const measured = await Promise.all(
    measures.map(async (of) => {
      const [name] = of.needs ?? []
      const [row] =
        name === undefined ? [] : (await ask<Page>(port, token, { path: '/api/eam/check/list?size=1&checkStatus=open' })).data.records
      const needed = row ? `&${wireName(name!, of.of.fields[name as keyof typeof of.of.fields]!)}=${row.id}` : ''
      if (name !== undefined && !row) return []
      return Object.keys(of.groups).map((group) => one(`${of.name} by ${group}`, `${of.path}?group=${group}${needed}`))
    }),
  )
  const others = calls.filter(
    (call) =>
      call.method === 'GET' &&
      (/^(home|board|checkBoard)\.|^device\.(statistics|priorityTree|\w+Count)$/.test(call.name) ||
        (isListCall(call) && call.list.kind === 'count')) &&
      !Object.values(call.input).some(({ required }) => required),
  )
  return [...measured.flat(), ...others.map((call) => one(call.name, pathsOf(call)[0]!))]
}
