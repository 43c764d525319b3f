import { isOpen } from '#contract/kit/entity/may.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { Refusal, sentence } from '#contract/kit/errors.ts'
import { countsUnit, type Field } from '#contract/kit/fields/field.ts'
import { snake } from '#contract/kit/fields/names.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Words } from '#contract/kit/words.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { mayList, scopeSql } from '#server/kit/access/access.ts'
import { columnName, tableName, titleColumn } from '#server/kit/table.ts'
import { differences, settleDraft } from '#server/kit/write/draft-changes.ts'
import type { GradedRow, Grading } from '../grading.ts'
import type { ReadRow } from './read-rows.ts'
import type { LeftRow, RowUpdate, UpdateOf } from './row-update.ts'

export interface Compared {
  /** By the index of the row. */
  readonly updates: ReadonlyMap<number, RowUpdate>
  readonly left: readonly LeftRow[]
}

/** Reasons why a difference is not offered. */
export const leftWords = {
  outside: { zh: '不在您的数据范围内，保持不变', en: 'is outside your data scope and stays as it is' },
  several: { zh: '登记中有多条记录与之相同，保持不变', en: 'matches several records, which stay as they are' },
} as const satisfies Record<string, Words>

const closedIn = (field: Field, state: unknown): Words => {
  const words = field.kind === 'choice' ? field.of[String(state)] : undefined
  const [zh, en] = [words?.zh ?? String(state), words?.en ?? String(state)]
  return { zh: `${field.zh}为“${zh}”，不能修改`, en: `is “${en}” (${field.en}) and cannot be changed` }
}

const otherState = (field: Field): Words => ({
  zh: `${field.zh}与登记不同；${field.zh}只能通过业务办理改变，导入不改`,
  en: `has a different ${field.en} in the register. An import does not change it`,
})

const fixedField = (field: Field): Words => ({
  zh: `${field.zh}与登记不同；导入不改${field.zh}`,
  en: `has a different ${field.en} in the register. An import does not change it`,
})

/** The fields to compare with the register: those that the columns of the sheet fill, and their units. */
export function comparedFields({ view, facts, layout }: Pick<Grading, 'view' | 'facts' | 'layout'>): string[] {
  const named = layout.columns.flatMap(({ field: name }) => {
    const field = name ? view.fields[name] : undefined
    if (!name || !field || field.readOnly) return []
    return countsUnit(field) ? [name, field.unit.field] : [name]
  })
  return [...new Set([...named, ...(facts.note ? [facts.note] : [])])].filter((name) => view.fields[name])
}

/** The stored note with the lines that a row adds; a line with the same heading is replaced. */
export function mergedNote(stored: unknown, lines: readonly { readonly heading: string; readonly text: string }[], max: number): string {
  const before = stored ? String(stored).split('\n') : []
  for (const { heading, text } of lines) {
    const line = `${heading}: ${text}`
    const at = before.findIndex((one) => one.startsWith(`${heading}: `))
    if (at < 0) before.push(line)
    else before[at] = line
  }
  return before.join('\n').slice(0, max)
}

const perQuery = 2000

/** A row of the file with the matching row of the register. */
export interface Paired {
  readonly index: number
  readonly row: ReadRow & Pick<GradedRow, 'draft'>
  readonly id: string
  /** Links to rows that the import creates first. */
  readonly fresh: readonly string[]
  /** Fields whose cells contain something other than a value of the field. */
  readonly except: readonly string[]
  /** Cell texts that no field could hold. */
  readonly kept: () => readonly { readonly heading: string; readonly text: string }[]
  /** Replaces a retired target of a new link by its successor. */
  readonly renewLink: (name: string) => void
}

/** The part of a draft that applies to the existing row: cells with a value, and empty cells that clear their field. */
function saidBy({ row, except }: Paired, names: readonly string[], view: View): Parsed {
  const draft: Parsed = {}
  for (const name of names) {
    const field = view.fields[name]!
    const wire = wireName(name, field)
    if (row.blank?.includes(name)) {
      draft[wire] = null
      continue
    }
    // A link without a cell is the person's own department, as a default.
    if (field.kind === 'link' && row.names[name] === undefined) continue
    const value = row.draft[wire]
    if (value !== null && value !== undefined && !row.assumed?.includes(wire) && !except.includes(name)) draft[wire] = value
  }
  return draft
}

/**
 * Compares rows of the file with their matching rows by the meaning of the values. Empty cells change nothing. Rows outside the person's
 * scope, closed rows, states, and fields that an import never changes get a reason instead.
 */
export async function compareRows(paired: readonly Paired[], grading: Grading): Promise<Compared> {
  const { view, facts, actor, run } = grading
  const { entity } = view
  const names = comparedFields(grading)
  const open = names.filter((name) => name !== facts.note && !facts.fixed?.includes(name))
  const fixed = names.filter((name) => facts.fixed?.includes(name))
  const opening = facts.opening?.field
  const columns = new Set(names.filter((name) => !view.custom.has(name)).map((name) => columnName(name, view.fields[name]!)))
  for (const name of [...Object.keys(entity.editable ?? {}), ...(opening ? [opening] : [])]) columns.add(snake(name))
  const custom = names.some((name) => view.custom.has(name)) ? ', t.custom' : ''
  // Rows with the same name are distinguished by their number.
  const number = Object.entries(view.fields).find(([name, field]) => field.kind === 'numbering' && name !== entity.title)
  const updates = new Map<number, RowUpdate>()
  const left: LeftRow[] = []
  for (let at = 0; at < paired.length; at += perQuery) {
    const some = paired.slice(at, at + perQuery)
    const into = new Parameters()
    const tenant = into.add(actor.tenantId)
    const scope = mayList(actor, entity) ? scopeSql(entity, actor, 't', into) || 'true' : 'false'
    const { rows } = await run({
      text: `select t.id, t.version, t.${titleColumn(entity)} as row_title, ${number ? `t.${columnName(...number)}` : 'null'} as row_number, (${scope}) as is_seen${custom}${[...columns].map((column) => `, t.${column}`).join('')}
        from ${tableName(entity)} t where t.tenant_id = ${tenant} and t.id = any(${into.add(some.map(({ id }) => id))}::uuid[])`,
      values: into.values,
    })
    const byId = new Map(rows.map((row) => [String(row.id), row]))
    for (const one of some) {
      const stored = byId.get(one.id)
      if (!stored) continue
      const said = { row: one.row.number, title: [stored.row_title, stored.row_number].filter(Boolean).join(' ') }
      if (stored.is_seen !== true) {
        left.push({ ...said, title: '', words: leftWords.outside })
        continue
      }
      for (const { name, field } of differences(view, saidBy(one, open, view), stored)) if (field.kind === 'link') one.renewLink(name)
      const draft = saidBy(one, open, view)
      const tooLarge = refusalFrom(() => settleDraft(view, draft, stored))
      if (tooLarge) {
        left.push({ ...said, words: tooLarge })
        continue
      }
      const note = facts.note ? view.fields[facts.note] : undefined
      if (facts.note && note?.kind === 'text') {
        const own = one.row.draft[facts.note]
        const kept = one.kept()
        if (kept.length > 0) draft[facts.note] = mergedNote(own ?? stored[snake(facts.note)], kept, note.max)
        else if (own && layoutNames(grading, facts.note)) draft[facts.note] = own
      }
      const found: UpdateOf[] = [...differences(view, draft, stored), ...freshLinks(one, open, view, stored)]
      for (const { field } of differences(view, saidBy(one, fixed, view), stored)) left.push({ ...said, words: fixedField(field) })
      const isOtherState =
        opening !== undefined &&
        one.row.opening !== undefined &&
        !one.row.opening.isUnknown &&
        one.row.opening.state !== stored[snake(opening)]
      const closed = found.length > 0 || isOtherState ? closedReason(view, stored) : undefined
      if (closed) {
        left.push({ ...said, words: closed })
        continue
      }
      if (isOtherState) left.push({ ...said, words: otherState(view.fields[opening] ?? entity.fields[opening]!) })
      if (found.length > 0)
        updates.set(one.index, {
          id: one.id,
          version: Number(stored.version),
          title: said.title,
          draft: Object.fromEntries(found.flatMap(({ name, field, to, fresh }) => (fresh ? [] : [[wireName(name, field), to]]))),
          found,
        })
    }
  }
  return { updates, left }
}

/** Links that will change to rows which do not exist yet. */
const freshLinks = ({ row, fresh }: Paired, open: readonly string[], { fields }: View, stored: Row): UpdateOf[] =>
  fresh.flatMap((name) => {
    const field = fields[name]
    if (!field || !open.includes(name)) return []
    return [{ name, field, from: stored[columnName(name, field)] ?? null, to: null, fresh: row.names[name] ?? '' }]
  })

/** The message of a refusal; undefined if the action succeeds. */
function refusalFrom(act: () => void): Words | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return refusalWords(error)
    throw error
  }
}

/** The message of a refusal in both languages. */
export const refusalWords = ({ code, parameters }: Refusal): Words => ({
  zh: sentence(code, parameters, 'zh'),
  en: sentence(code, parameters, 'en'),
})

const layoutNames = ({ layout }: Pick<Grading, 'layout'>, name: string): boolean => layout.columns.some(({ field }) => field === name)

/** The reason why the state of a row forbids editing; undefined if it allows it. */
function closedReason({ entity, fields }: View, stored: Row): Words | undefined {
  for (const [name, states] of Object.entries(entity.editable ?? {}))
    if (!isOpen({ [name]: states }, { [name]: stored[snake(name)] }))
      return closedIn(fields[name] ?? entity.fields[name]!, stored[snake(name)])
  return undefined
}
