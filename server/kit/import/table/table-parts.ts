import { headingKey } from '#contract/imports.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { isCode } from '#contract/kit/fields/field.ts'
import { groupHeading, type ImportFacts } from '#contract/kit/sheets/import-facts.ts'
import { oneWriting } from '#contract/kit/text/one-writing.ts'
import type { Words } from '#contract/kit/words.ts'
import { type Cell, placeOf, type SourceRow } from '../cells/cell.ts'
import type { Findings } from '../findings.ts'
import { isFootLabel } from './footers.ts'
import { cellText } from './headings.ts'
import { fieldsByHeading } from './known-headings.ts'
import type { Layout } from './layout.ts'
import { amountIn, totalWord } from './total-words.ts'

/** A row with the title of its table, unless that is the first table of its sheet. */
export interface PartRow extends SourceRow {
  readonly under?: string | undefined
}

const longestTitle = 40
/** Maximum number of consecutive titles; more of such rows are records with only a name. */
const mostHeld = 20
const numbered = /^(?:第?[一二三四五六七八九十]+(?:、|\.|:|章|部分)|\([一二三四五六七八九十\d]+\)|\d+(?:、|\)))\s*/
const labelled = /^(?:使用|所在|所属|管理|领用)?(?:科室|部门|病区)(?:名称)?\s*:\s*|^(?:dept\.?|department|ward|unit)\s*:\s*/i
const countedBehind = /\s*\(?\s*(?:共|计|合计|小计)?\s*\d+\s*(?:[台套件个项条]+|units?|items?|devices?)\s*\)?$/i

/** The only text of a row; undefined for a row with several, a number, a total or a footer. */
function loneText(cells: readonly Cell[]): { readonly at: number; readonly text: string } | undefined {
  let found: { at: number; text: string } | undefined
  for (const [at, cell] of cells.entries()) {
    const text = cellText(cell)
    if (text === '') continue
    if (found ? found.text !== text : typeof cell !== 'string' || text.length > longestTitle || amountIn(cell) !== undefined)
      return undefined
    found ??= { at, text }
  }
  return found && !totalWord(found.text) && !isFootLabel(found.text) ? found : undefined
}

/** The group name in a title between rows: `一、骨科（3台）`, `科室：骨科`. Undefined for other texts. */
function groupName(text: string, looks: RegExp): string | undefined {
  const bare = oneWriting(text).trim().replace(numbered, '').trim()
  const name = bare.replace(labelled, '').replace(countedBehind, '').trim()
  return name !== '' && (name !== bare.replace(countedBehind, '').trim() || looks.test(name)) ? name : undefined
}

const looksOfGroups = ({ sheetName, looks = {} }: ImportFacts): RegExp | undefined =>
  sheetName && looks[sheetName] ? new RegExp(looks[sheetName], 'iu') : undefined

/** Adds a virtual column for group titles between the first rows below the headings, unless a column already names the group. */
export function withGroupTitles(
  layout: Layout,
  rows: readonly SourceRow[],
  facts: ImportFacts,
  remembered: ReadonlyMap<string, string>,
): Layout {
  const looks = looksOfGroups(facts)
  const field = facts.sheetName
  if (!looks || !field || layout.columns.some((column) => column.field === field)) return layout
  const after = layout.headingRows.at(-1) ?? 0
  const below = rows.filter(({ number }) => number > after)
  const names = below.flatMap((row, index) => {
    const lone = loneText(row.cells)
    const next = below[index + 1]
    return lone && next && !loneText(next.cells) ? (groupName(lone.text, looks) ?? []) : []
  })
  if (names.length === 0) return layout
  const at = Math.max(-1, ...layout.columns.map((column) => column.at), ...below.map(({ cells }) => cells.length - 1)) + 1
  const into = remembered.get(headingKey(groupHeading.zh)) ?? field
  return {
    ...layout,
    columns: [...layout.columns, { at, heading: groupHeading.zh, field: into || null, isGroup: true, samples: names.slice(0, 3) }],
  }
}

const groupWords: Words = {
  zh: '分组标题不是一条记录；其名称填入下面各行',
  en: 'Titles of groups are no records; their names go into the rows below',
}
const titleWords: Words = { zh: '表格中间的标题不是一条记录，不导入', en: 'Titles within the table are no records and are left out' }
const nameOnly: Words = { zh: '所在的行只有这一格有内容，请核对是否为一条记录', en: 'is all that its row says: check that it is a record' }

/**
 * Interprets what stands between the rows of a sheet: headings of a further table, whose cells are mapped to the columns of the first one;
 * group titles, whose names go into the group column; other titles, which are left out. Identical repeated headings are left in. Rows must
 * come in order; everything that is not a record is reported.
 */
export function partsOf(
  layout: Layout,
  view: View,
  facts: ImportFacts,
  findings: Findings,
): (rows: AsyncIterable<SourceRow>) => AsyncGenerator<PartRow> {
  const { columns } = layout
  const title = view.entity.nodeTitle ?? view.entity.title
  const titleAt = columns.find(({ field }) => field === title)?.at
  const firstAt = Math.min(...columns.map(({ at }) => at))
  const codesAt = new Set(columns.flatMap(({ at, field }) => (field !== null && isCode(view.fields[field]) ? [at] : [])))
  // A single number is a record without a name. Titles are in the first column, regardless of its heading.
  const isCodeAlone = (at: number, text: string): boolean =>
    codesAt.has(at) && (at !== firstAt || /^[!-~]*\d[!-~]*$/.test(oneWriting(text)))
  const looks = looksOfGroups(facts)
  const groups = columns.find(({ field, isGroup }) => isGroup || (field !== null && field === facts.sheetName))
  const groupAt = groups?.at
  const texts = new Set(columns.map(({ heading }) => heading).filter(Boolean))
  const known = fieldsByHeading(view, facts)
  const byKey = new Map(columns.flatMap(({ at, heading }) => (heading === '' ? [] : [[headingKey(heading), at] as const])).reverse())
  const byField = new Map(columns.flatMap(({ at, field }) => (field === null ? [] : [[field, at] as const])))

  /**
   * The target column of each cell of a further table; undefined if the row contains no headings, `same` if the headings are in the same
   * places.
   */
  function headingsIn(
    cells: readonly Cell[],
  ): { readonly to: ReadonlyMap<number, number>; readonly lost: readonly string[] } | 'same' | undefined {
    // Most rows share no text with the headings, so the check can stop early.
    if (cells.filter((cell) => typeof cell === 'string' && texts.has(cell.trim())).length < 2) return undefined
    const said = cells.flatMap((cell, at) =>
      cellText(cell) === '' ? [] : [{ at, text: cellText(cell), isText: typeof cell === 'string' }],
    )
    if (said.some(({ isText }) => !isText)) return undefined
    const to = new Map<number, number>()
    const lost: string[] = []
    let count = 0
    for (const { at, text } of said) {
      const field = known(text)
      const place = byKey.get(headingKey(text)) ?? (field === undefined ? undefined : byField.get(field))
      if (place !== undefined || field !== undefined) count++
      if (place !== undefined && ![...to.values()].includes(place)) to.set(at, place)
      else lost.push(text)
    }
    if (!(count > 2 ? count * 2 > said.length : said.length === 2)) return undefined
    return lost.length === 0 && [...to].every(([from, place]) => from === place) ? 'same' : { to, lost }
  }

  return async function* parts(rows) {
    let sheet = 0
    let moved: ReadonlyMap<number, number> | undefined
    let under: string | undefined
    let group: string | undefined
    let held: { readonly row: SourceRow; readonly at: number; readonly text: string }[] = []

    const placed = (row: SourceRow): PartRow => {
      let cells = row.cells
      if (moved) {
        const own: Cell[] = []
        for (const [from, to] of moved) {
          while (own.length <= to) own.push(null)
          own[to] = cells[from] ?? null
        }
        cells = own
      }
      const isRecord = titleAt === undefined || (cellText(cells[titleAt]) !== '' && !totalWord(cellText(cells[titleAt])))
      if (group !== undefined && groupAt !== undefined && isRecord && (groups?.isGroup || cellText(cells[groupAt]) === '')) {
        const filled = [...cells]
        while (filled.length <= groupAt) filled.push(null)
        filled[groupAt] = group
        cells = filled
      }
      return { ...row, cells, ...(under === undefined ? {} : { under }) }
    }
    const leaveOut = (words: Words, value: string): void => findings.count({ at: null, field: null, grade: 'note', words, value })

    for await (const row of rows) {
      const own = placeOf(row.number).sheet
      if (own !== sheet) {
        for (const { row: lone } of held) yield placed(lone)
        ;[sheet, moved, under, group, held] = [own, undefined, undefined, undefined, []]
      }
      if (row.number <= (layout.headingRows.at(-1) ?? 0)) continue
      const lone = loneText(row.cells)
      if (lone) {
        held.push({ row, ...lone })
        if (held.length > mostHeld) yield placed(held.shift()!.row)
        continue
      }
      if (row.cells.every((cell) => cellText(cell) === '')) continue
      const heads = headingsIn(row.cells)
      if (heads !== undefined && heads !== 'same') {
        for (const { text } of held) leaveOut(titleWords, text)
        under = held.map(({ text }) => text).join(' ') || under
        ;[moved, group, held] = [heads.to, undefined, []]
        const more = {
          zh: heads.lost.length > 0 ? `；没有对应列，不导入：${heads.lost.join('、')}` : '',
          en: heads.lost.length > 0 ? `; left out, as no column is theirs: ${heads.lost.join(', ')}` : '',
        }
        findings.add({
          row: row.number,
          at: null,
          field: null,
          grade: 'warning',
          words: {
            zh: `从这一行起是另一个表，按它自己的表头读取${more.zh}`,
            en: `Another table begins here and is read by its own headings${more.en}`,
          },
          value: row.cells.map(cellText).filter(Boolean).join(' '),
        })
        continue
      }
      for (const one of held) {
        const name = looks && groupAt !== undefined ? groupName(one.text, looks) : undefined
        if (name !== undefined) {
          group = name
          leaveOut(groupWords, one.text)
        } else if (isCodeAlone(one.at, one.text)) yield placed(one.row)
        else if (one.at !== titleAt && titleAt !== undefined) leaveOut(titleWords, one.text)
        else {
          findings.add({
            row: one.row.number,
            at: titleAt ?? null,
            field: title,
            grade: 'warning',
            words: { zh: `${view.fields[title]?.zh ?? ''}${nameOnly.zh}`, en: `${view.fields[title]?.en ?? ''} ${nameOnly.en}` },
            value: one.text,
          })
          yield placed(one.row)
        }
      }
      held = []
      if (heads !== 'same') yield placed(row)
    }
    for (const { row: lone } of held) yield placed(lone)
  }
}
