import type { View } from '#contract/kit/entity/view.ts'
import type { Words } from '#contract/kit/words.ts'
import { mayList, seesAll } from '#server/kit/access/access.ts'
import { sayRow } from '../cells/cell.ts'
import type { Grading } from '../grading.ts'
import { leftWords } from './compare-rows.ts'
import { type Match, matchRows } from './match-rows.ts'
import type { ReadRow } from './read-rows.ts'
import type { RowWords, Wrong } from './row-checks.ts'
import type { LeftRow } from './row-update.ts'
import { type Hashed, hashesOf, knownHashes, takenKey, takenValues, typedValue } from './sameness.ts'

/** Messages that refer to another row, whose name replaces `{row}`. */
const naming = (row: ReadRow, { zh, en }: Words): RowWords => {
  const other = sayRow(row.number)
  const filled = (zhRow: string, enRow: string): Words => ({ zh: zh.replace('{row}', zhRow), en: en.replace('{row}', enRow) })
  return { ...filled(other.zh, other.en), cause: filled('另一行', 'another row') }
}
const repeatedOnce: Words = { zh: '所在的行与{row}完全相同，只导入一次', en: 'is in a row that repeats {row} exactly and goes in once' }
const repeatedKept: Words = {
  zh: '所在的行与{row}完全相同，作为另一条导入',
  en: 'is in a row that repeats {row} exactly and goes in as another one',
}
const sameAs: Words = { zh: '与{row}相同，是同一条', en: 'is the same as in {row}, so it is the same one' }
const usedIn: Words = { zh: '与{row}重复', en: 'is used in {row} too' }
const taken: Words = { zh: '已被其他记录使用', en: 'is used by another record' }
const takenBy = (title: string): RowWords => ({
  zh: `属于另一条记录“${title}”`,
  en: `belongs to another record, “${title}”`,
  cause: { zh: '属于另一条记录', en: 'belongs to another record' },
  isQuoting: true,
})

/** The message by which fields a row without a number was recognised. */
function knownBy(view: View, names: readonly string[]): Words {
  const labels = names.map((name) => view.fields[name] ?? view.entity.fields[name]!)
  return {
    zh: `所在的行没有编号，按${labels.map(({ zh }) => zh).join('、')}认作以前导入的记录`,
    en: `is in a row without a number and is taken for a record of an earlier import by ${labels.map(({ en }) => en).join(', ')}`,
  }
}

/** The rows that an earlier import created with the same content. */
export async function knownRows(rows: readonly ReadRow[], { view, actor, run }: Grading): Promise<ReadonlySet<ReadRow>> {
  const hashes = hashesOf(rows).map(({ hash }) => hash)
  const known = await knownHashes(view, actor.tenantId, hashes, run)
  return new Set(rows.filter((_, index) => known.has(hashes[index]!.toString('hex'))))
}

export interface Standing {
  /** By row: new, the same as in the register, or a match to compare. */
  readonly of: readonly ('new' | 'same' | Match)[]
  /** By row: the id of the matching row. */
  readonly ids: readonly (string | undefined)[]
  /** Row numbers with a matching row. */
  readonly known: ReadonlySet<number>
  /** The matching rows of the register. */
  readonly matched: readonly string[]
  /** Number of rows that were recognised without a number. */
  readonly unnumbered: number
  readonly left: readonly LeftRow[]
}

/**
 * Determines for each row whether it is new or matches a row of the register. Reports duplicates in the file and values that another record
 * has.
 */
export async function standingOf(
  rows: readonly ReadRow[],
  hashed: readonly Hashed[],
  { view, facts, layout, actor, run }: Grading,
  wrong: Wrong,
): Promise<Standing> {
  const isFresh = layout.asked?.unnumbered === 'fresh'
  const {
    of: matches,
    marks,
    conflicts,
    unnumbered,
  } = await matchRows(rows, hashed, { view, facts, tenantId: actor.tenantId, run, isFresh })
  const values = await takenValues(view, actor.tenantId, rows, run)
  const title = view.entity.nodeTitle ?? view.entity.title
  const firstOf = new Map<string, ReadRow>()
  const users = new Map<string, ReadRow>()
  const known = new Set<number>()
  const left: LeftRow[] = []
  const refused = new Set(conflicts.map(({ index }) => index))
  // People with a limited data scope do not see the names of other records.
  const isOpen = mayList(actor, view.entity) && seesAll(view.entity, actor)
  for (const { index, field, value, title: other } of conflicts) wrong(rows[index]!, field, isOpen ? takenBy(other) : taken, value)
  const of = rows.map((row, index): 'new' | 'same' | Match => {
    const mark = marks[index]
    const match = matches[index]
    if (match) known.add(row.number)
    const repeated = row.isCopy ? undefined : hashed[index]!.repeats
    if (repeated !== undefined) {
      const isOnce = mark !== undefined || layout.asked?.repeats === 'once'
      wrong(row, title, naming(rows[repeated]!, isOnce ? repeatedOnce : repeatedKept), '', 'warning')
      if (isOnce) return 'same'
    }
    // Rows with the same number are one row, as are rows that match the same existing row by different numbers.
    const keys = [mark?.key, match && match !== 'several' && !match.isByContent ? match.id : undefined].filter((key) => key !== undefined)
    const before = keys.flatMap((key) => firstOf.get(key) ?? [])[0]
    for (const key of keys) if (!firstOf.has(key)) firstOf.set(key, row)
    if (before) wrong(row, mark?.fields[0] ?? title, naming(before, sameAs), mark ? typedValue(view, row, mark.fields[0]!) : '')
    if (match && match !== 'several' && match.by) wrong(row, title, knownBy(view, match.by), '', 'warning')
    if (match === 'several') {
      left.push({ row: row.number, title: String(row.draft[title] ?? ''), words: leftWords.several })
      return 'same'
    }
    if (match?.isUnchanged && !row.blank) return 'same'
    for (const [name, found] of values) {
      const value = row.draft[name]
      if (!value) continue
      const once = takenKey(view, name, value)
      const key = JSON.stringify([name, once])
      const user = users.get(key)
      users.set(key, user ?? row)
      const holder = found.get(once)
      if (holder !== undefined && holder !== match?.id) {
        if (!refused.has(index)) wrong(row, name, taken, String(value))
      } else if (user !== undefined && mark?.fields[0] !== name) wrong(row, name, naming(user, usedIn), String(value))
    }
    return match ?? 'new'
  })
  const ids = matches.map((match) => (match && match !== 'several' ? match.id : undefined))
  return { of, ids, known, matched: ids.filter((id) => id !== undefined), left, unnumbered }
}
