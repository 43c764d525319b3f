// A check over a whole hospital: npx tsx bench/check.ts [--cards=22000] [--home=<folder>] [--built=<folder>]
import { parseArgs } from 'node:util'
import { cpuOf, loadNow, postgresCpu } from './cpu.ts'
import { buildServer, bundle, removeHome, seededHome, startProgram } from './ground.ts'
import { ask } from './load.ts'

const { values: asked } = parseArgs({
  options: { cards: { type: 'string', default: '22000' }, home: { type: 'string' }, built: { type: 'string' } },
})

interface Page<R> {
  readonly records: R[]
  readonly total: number
}
interface Line {
  readonly id: string
  readonly bookLocationId: string | null
}

if (!asked.built) await buildServer()
const home = await seededHome(asked.home, Number(asked.cards))
const program = await startProgram(home, asked.built ?? bundle)
try {
  const token = await program.signIn('manager')
  const post = async <T>(path: string, body: object): Promise<T> =>
    (await ask<{ data: T }>(program.port, token, { path: `/api/eam/${path}`, body: JSON.stringify(body) })).data
  const get = async <T>(path: string, query: Record<string, string>): Promise<T> =>
    (await ask<{ data: T }>(program.port, token, { path: `/api/eam/${path}?${new URLSearchParams(query)}` })).data
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const [begun, node, postgres] = [performance.now(), cpuOf(program.pid), postgresCpu(program.postmaster)]
    const done = await work()
    const spent = [performance.now() - begun, (cpuOf(program.pid) - node) / 1000, (postgresCpu(program.postmaster) - postgres) / 1000]
    console.log(`${what.padEnd(48)}${spent.map((ms) => `${(ms / 1000).toFixed(2)} s`.padStart(12)).join('')}`)
    return done
  }
  console.log(`load ${loadNow()}`.padEnd(48) + ['clock', 'CPU node', 'CPU PG'].map((name) => name.padStart(12)).join(''))
  const { id } = await post<{ id: string }>('check/submit', { checkTitle: '全院盘点', beginDate: '2026-11-01', mode: 'open' })
  await timed('start: the book of the hospital', () => post('check/start', { id }))
  const { total } = await get<Page<Line>>('deviceapplylist/list', { checkId: id })
  const lines: Line[] = []
  for (let current = 1; lines.length < total; current++)
    lines.push(
      ...(await get<Page<Line>>('deviceapplylist/list', { checkId: id, current: String(current), size: '200', columns: 'bookLocationId' }))
        .records,
    )
  const rooms = lines.map((line) => line.bookLocationId)
  const seen = (line: Line, index: number) => ({ lineId: line.id, locationId: index % 10 === 0 ? rooms[index + 1] : line.bookLocationId })
  const single = lines.slice(0, 300)
  await timed(`${single.length} observations one by one`, async () => {
    for (const [index, line] of single.entries()) await post('check/scan', { checkId: id, ...seen(line, index) })
  })
  await timed(`${lines.length - 1300} observations, 500 a call`, async () => {
    for (let from = 300; from < lines.length - 1000; from += 500)
      await post('deviceapplylist/update-batch', {
        checkId: id,
        lines: lines.slice(from, Math.min(from + 500, lines.length - 1000)).map((line, index) => seen(line, from + index)),
      })
  })
  await timed('report: all, by department, by location', () => get('check/dept-check-report', { checkId: id }))
  const depts = await timed('departments with their figures', () => get<{ id: string }[]>('check/check-dept', { checkId: id }))
  await timed(`${depts.length} departments posted at once`, () => post('check/real-submit', { ids: depts.map((dept) => dept.id) }))
  await timed('one department counted again', () => post('check/anew-check', { id: depts[0]!.id, reason: '抽查' }))
  const report = await get<{ total: Record<string, number | string> }>('check/dept-check-report', { checkId: id })
  const { book, match, misplaced, deficient, pending } = report.total
  console.log(`lines ${total} · book ${book} · match ${match} · misplaced ${misplaced} · deficient ${deficient} · pending ${pending}`)
} finally {
  await program.stop()
  if (!asked.home) await removeHome(home)
}
