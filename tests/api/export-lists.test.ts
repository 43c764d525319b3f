import { expect, test } from 'vitest'
import { neededToImport } from '#contract/imports.ts'
import { urlsOf, verbsOf } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { viewOf } from '#contract/kit/entity/view.ts'
import { countsUnit, type Field, isInternal, isListable } from '#contract/kit/fields/field.ts'
import { entities, entityNamed } from '#contract/registry.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Row } from '#tests/harness/app-for-test.ts'
import { type Sheet, sheetOf } from '#tests/harness/sheets.ts'

const app = await appForFile()
/** People who see the lists of a hospital and of the platform between them. */
const people = [await app.signIn('100001', 'admin'), await app.signIn('100001', 'manager'), await app.signIn('000000', 'admin', 'admin')]

const exported = entities.filter((of) => verbsOf(of).includes('export'))

interface Listed {
  readonly who: Client
  readonly rows: readonly Row[]
  readonly total: number
}

/** The first rows of a list and their number, as a person sees it. */
async function readList(who: Client, of: (typeof exported)[number]): Promise<Listed | undefined> {
  const read = (query: Record<string, number>) => who.get<Row[] | { records: Row[]; total: number }>(urlsOf(of, 'list')[0]!, query)
  const paged = await read({ size: 20 })
  const { status, data } = paged.status === 400 ? await read({}) : paged
  if (status !== 200) return undefined
  return { who, rows: Array.isArray(data) ? data : data.records, total: Array.isArray(data) ? data.length : data.total }
}

/** The first person who may export a list and sees rows of it, else one who may export it. */
async function listOf(of: (typeof exported)[number]): Promise<Listed | undefined> {
  let empty: Listed | undefined
  for (const who of people) {
    const found = await readList(who, of)
    if (!found || (await who.file(urlsOf(of, 'export')[0]!, { format: 'csv' })).status !== 200) continue
    if (found.rows.length > 0) return found
    empty ??= found
  }
  return empty
}

const hour = 3_600_000

/** What a list shows of a field in a row, worked out apart from the export. */
function shown(name: string, field: Field, row: Row): string {
  const value = row[wireName(name, field)]
  if (value === null || value === undefined) return ''
  switch (field.kind) {
    case 'link':
      return String(row[`${name}Name`] ?? '')
    case 'choice':
      return String(row[`${name}Value`] ?? field.of[String(value)]?.zh ?? value)
    case 'dictionary':
      return String(row[`${name}Value`] ?? value)
    case 'choices':
      return (value as string[]).map((key) => field.of[key]?.zh ?? key).join('、')
    case 'flag':
      return Number(value) === 1 ? '是' : '否'
    case 'time':
      return new Date(Date.parse(String(value)) + 8 * hour).toISOString().slice(0, 19).replace('T', ' ')
    default:
      return String(value)
  }
}

const isNumber = ({ kind }: Field): boolean => kind === 'money' || kind === 'integer' || kind === 'decimal'
const id = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/
const formula = /^[=+\-@\t\r\n＝＋－＠]/

/** What is wrong with a cell of a file. */
function faultOf(cell: string, want: string, field: Field, format: 'xlsx' | 'csv'): string | undefined {
  if (id.test(cell)) return 'an id'
  if (isoTime.test(cell)) return 'an ISO time'
  if (countsUnit(field)) return want === '' || cell.startsWith(want) ? undefined : `not ${want} with its unit`
  if (isNumber(field)) return (want === '' ? cell === '' : cell !== '' && Number(cell) === Number(want)) ? undefined : `not ${want}`
  if (field.kind === 'time') return cell === want || `${cell} 00:00:00` === want ? undefined : `not ${want}`
  if (format === 'csv' && formula.test(want) && Number.isNaN(Number(want)))
    return cell === `'${want}` ? undefined : 'a formula that is not guarded'
  return cell === want ? undefined : `not “${want}”`
}

/** Whether a cell finds the row of a link: where several rows have its title, an export writes the number of the row. */
async function isNamedBy(who: Client, to: string, rowId: string, cell: string): Promise<boolean> {
  const found = await who.get<{ records?: Row[] }>(urlsOf(entityNamed(to), 'list')[0]!, { keyword: cell, size: 5 })
  return found.status === 200 && found.data.records?.length === 1 && found.data.records[0]!.id === rowId
}

test('every list that can be exported comes as its list shows it, as a workbook and as a text file', async () => {
  const faults: string[] = []
  const [unseen, empty]: [string[], string[]] = [[], []]
  for (const of of exported) {
    const listed = await listOf(of)
    if (!listed) {
      unseen.push(of.name)
      continue
    }
    const { who } = listed
    if (listed.total === 0) empty.push(of.name)
    const view = viewOf(of)
    const needed = new Set(neededToImport(view))
    const columns = Object.entries(view.fields).filter(
      ([name, field]) => (field.list || needed.has(name)) && isListable(field) && !isInternal(field),
    )
    for (const format of ['xlsx', 'csv'] as const) {
      const { rows, total } = (await readList(who, of))!
      const sheet: Sheet = await sheetOf(who, urlsOf(of, 'export')[0]!, { format })
      const tell = (what: string): number => faults.push(`${of.name} ${format}: ${what}`)
      const headings = columns.map(([, field]) => (field.kind === 'integer' && field.as === 'minutes' ? `${field.zh}（分钟）` : field.zh))
      const own = sheet.headings.slice(0, headings.length)
      if (JSON.stringify(own) !== JSON.stringify(headings)) tell(`headings ${own.join('|')} instead of ${headings.join('|')}`)
      // The export itself is a row of the log, which begins with the newest.
      const more = of.name === 'accessLog' ? sheet.rows.length - total : 0
      if (sheet.rows.length !== total + more || more > 2) tell(`${sheet.rows.length} rows of ${total}`)
      for (const [at, row] of rows.entries())
        for (const [place, [name, field]] of columns.entries()) {
          const cell = sheet.rows[at + more]?.[place] ?? ''
          // A column that only an import needs is not in the list.
          const fault = faultOf(cell, field.list ? shown(name, field, row) : cell, field, format)
          if (fault && !(field.kind === 'link' && (await isNamedBy(who, field.to, String(row[wireName(name, field)]), cell))))
            tell(`row ${at + 1} ${name}: “${cell}” is ${fault}`)
        }
    }
  }
  const seldom = new Map<string, number>()
  const once = faults.filter((fault) => {
    const key = fault.replace(/row \d+ /, '').replace(/“.*/s, '')
    seldom.set(key, (seldom.get(key) ?? 0) + 1)
    return seldom.get(key) === 1
  })
  expect(once).toEqual([])
  expect(unseen).toEqual([])
  // Lists that are empty in the demo hospital show their headings alone; these have rows of every kind of cell.
  expect(empty.filter((name) => ['device', 'devicePart', 'repairOrder', 'location'].includes(name))).toEqual([])
}, 300_000)
