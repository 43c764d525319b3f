import { readFileSync } from 'node:fs'
import { type CellValue, writeXlsx } from 'hucre/xlsx'
import {
  groups,
  headings,
  keepers,
  oddDates,
  placeholders,
  remarks,
  riskClasses,
  rooms,
  states,
  suppliers,
  titles,
  totals,
} from './disguise-lists.ts'
import { gb18030 } from './gb18030.ts'

export type Truth = keyof typeof headings

/** One cell as the disguised file shows it, and what it means: undefined where nothing, or nothing sure, is meant. */
export interface Told {
  readonly text: string
  readonly means: string | undefined
}

/** A hospital's list in disguise. */
export interface Disguised {
  readonly name: string
  readonly bytes: Uint8Array
  /** The fields of the columns from the left; `''`: none. */
  readonly columns: readonly { readonly heading: string; readonly truth: Truth }[]
  /** The devices, each with its row in the file and its cells from the left. */
  readonly rows: readonly { readonly number: number; readonly cells: readonly Told[] }[]
}

/** Evenly spread numbers from 0 to below 1, the same for a seed. */
export function numbersOf(seed: number): () => number {
  let at = seed >>> 0
  return () => {
    at = (at + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(at ^ (at >>> 15), at | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const two = (part: number): string => String(part).padStart(2, '0')
const dateFormats: ((y: number, m: number, d: number) => string)[] = [
  (y, m, d) => `${y}-${two(m)}-${two(d)}`,
  (y, m, d) => `${y}/${m}/${d}`,
  (y, m, d) => `${y}.${m}.${d}`,
  (y, m, d) => `${y}年${m}月${d}日`,
  (y, m, d) => `${y}${two(m)}${two(d)}`,
  (y, m, d) => `${two(d)}/${two(m)}/${y}`,
  (y, m, d) => `${y}-${two(m)}-${two(d)} 00:00:00`,
  (y, m, d) => String(Math.round(Date.UTC(y, m - 1, d) / 86_400_000) + 25_569),
]

const csvCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The list as it was typed: rows by the names of its columns. */
export function typedRows(file: string): Record<string, string>[] {
  const [first, ...lines] = readFileSync(file, 'utf8')
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .filter(Boolean)
  const names = first!.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at], cell.trim()])))
}

/** Disguises a list in the manner of a seed: other headings in another order, more columns, placeholders, titles, totals, encodings. */
export async function disguise(typed: readonly Record<string, string>[], seed: number): Promise<Disguised> {
  const next = numbersOf(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)]!
  const chance = (share: number): boolean => next() < share
  const known = (text: string | undefined): Told => ({ text: text ?? '', means: text || undefined })
  const inTenThousands = chance(0.4)
  const [mainFormat, otherFormat] = [pick(dateFormats), pick(dateFormats.slice(0, 4))]
  const date = (): Told => {
    if (chance(0.02)) return { text: pick(oddDates), means: undefined }
    const [y, m, d] = [2005 + Math.floor(next() * 19), 1 + Math.floor(next() * 12), 1 + Math.floor(next() * 28)]
    return { text: (chance(0.9) ? mainFormat : otherFormat)(y, m, d), means: `${y}-${two(m)}-${two(d)}` }
  }
  const value = (): Told => {
    const whole = 100 * (1 + Math.floor(next() * 50_000))
    const text = inTenThousands ? String(whole / 10_000) : pick([String(whole), `${whole}.00`, whole.toLocaleString('en'), `¥${whole}`])
    return { text, means: whole.toFixed(2) }
  }
  const listed = (of: readonly (readonly [string, string | null])[]): Told => {
    const [text, means] = pick(of)
    return { text, means: means ?? undefined }
  }
  const own: Record<string, (row: Record<string, string>, index: number) => Told> = {
    useDept: (row) => known(row.Department),
    deviceName: (row) => known(row.Name),
    deviceModel: (row) => known(row.MODEL),
    sn: (row) => (/^\d(\.\d+)?E\+\d+$/.test(row.SERIAL ?? '') ? { text: row.SERIAL!, means: undefined } : known(row.SERIAL)),
    manufacturer: (row) => known(row.MANUFACTURER),
    assetTagNo: (row) => known(row.LOG_Number),
  }
  const more: Record<string, () => Told> = {
    enableDate: date,
    purchaseDate: date,
    originalValue: value,
    supplier: () => known(pick(suppliers)),
    keeper: () => known(pick(keepers)),
    eamStatus: () => listed(states),
    riskLevel: () => listed(riskClasses),
    location: () => known(pick(rooms)),
    remark: () => known(pick(remarks)),
  }
  const chosen: { truth: Truth; tell: (row: Record<string, string>, index: number) => Told; fill: number }[] = [
    ...Object.entries(own).map(([truth, tell]) => ({ truth: truth as Truth, tell, fill: 1 })),
    ...Object.entries(more).flatMap(([truth, tell]) => (chance(0.6) ? [{ truth: truth as Truth, tell, fill: 0.3 + next() * 0.7 }] : [])),
    { truth: '', tell: (_, index) => ({ text: String(index + 1), means: undefined }), fill: 1 },
    ...(chance(0.5) ? [{ truth: '' as Truth, tell: (row: Record<string, string>) => known(row.PPM_Q_I_date), fill: 1 }] : []),
  ]
  const order = chosen.map((one) => ({ one, at: next() })).sort((a, b) => a.at - b.at)
  const language = pick(['zh', 'en', 'both'] as const)
  const fits = (heading: string): boolean => language === 'both' || /[㐀-鿿]/.test(heading) === (language === 'zh')
  const columns = order.map(({ one }) => {
    const all = headings[one.truth] as readonly string[]
    const heading = pick(all.filter(fits).length > 0 ? all.filter(fits) : all)
    const isUnit = one.truth === 'originalValue' && inTenThousands
    return { ...one, heading: isUnit ? `${heading.replace(/[（([].*$/, '')}${pick(['(万元)', '（万元）', '/万元'])}` : heading }
  })
  // The same heading over two columns; the first one is meant.
  if (chance(0.4)) {
    const first = columns.find(({ truth }) => truth === 'remark')
    const tell = (): Told => known(pick(remarks))
    columns.push({ truth: first ? '' : 'remark', heading: first?.heading ?? pick(headings.remark), tell, fill: 0.4 })
  }
  const format = pick(['xlsx', 'gb18030', 'utf-8', 'utf-16'] as const)
  const lines: string[][] = Array.from({ length: Math.floor(next() * 3) }, () => [pick(titles)])
  if (lines.length > 0 && chance(0.5)) lines.push([])
  const merges: { startRow: number; startCol: number; endRow: number; endCol: number }[] = []
  if (chance(0.4)) {
    const cut = 2 + Math.floor(next() * (columns.length - 3))
    const [left, right] = [pick(groups), pick(groups)]
    for (const [from, to] of [
      [0, cut - 1],
      [cut, columns.length - 1],
    ] as const)
      merges.push({ startRow: lines.length, startCol: from, endRow: lines.length, endCol: to })
    lines.push(columns.map((_, at) => (at === 0 ? left : at === cut ? right : '')))
  }
  lines.push(columns.map(({ heading }) => heading))
  const blank = (): Told => ({ text: chance(0.6) ? pick(placeholders) : '', means: undefined })
  const rows = typed.map((row, index) => {
    const cells = columns.map(({ truth, tell, fill }) => {
      const told = chance(fill) ? tell(row, index) : blank()
      return told.text === '' && truth !== '' && truth !== 'deviceName' ? blank() : told
    })
    lines.push(cells.map(({ text }) => text))
    if (chance(0.003)) lines.push([])
    return { number: lines.length - (lines.at(-1)!.length === 0 ? 1 : 0), cells }
  })
  if (chance(0.6))
    lines.push(
      columns.map(({ truth }, at) => (at === 0 || truth === 'deviceName' ? pick(totals) : truth === 'originalValue' ? '9876543' : '')),
    )
  const text = lines.map((line) => `${line.map(csvCell).join(',')}\r\n`).join('')
  const bytes =
    format === 'xlsx'
      ? await writeXlsx({
          sheets: [
            { name: pick(['Sheet1', '台账', '设备']), rows: lines.map((line): CellValue[] => line.map((cell) => cell || null)), merges },
          ],
        })
      : format === 'gb18030'
        ? gb18030(text)
        : format === 'utf-16'
          ? Buffer.from(`\ufeff${text}`, 'utf16le')
          : Buffer.from(text)
  return {
    name: `${seed}.${format === 'xlsx' ? 'xlsx' : 'csv'}`,
    bytes: new Uint8Array(bytes),
    columns: columns.map(({ heading, truth }) => ({ heading, truth })),
    rows,
  }
}
