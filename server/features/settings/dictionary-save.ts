import { v7 } from 'uuid'
import { dictionaryFields as fields } from '#contract/calls/settings/dictionary.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Words } from '#contract/kit/words.ts'
import { platformTenant } from '#contract/roles.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { idsOf, read, refusalOf } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { namedRow } from '#server/kit/write/save.ts'
import { aboveOf, type DictionarySet, dictionaryWords, mostRows } from './dictionary-rows.ts'
import { isDeclared, usedKey } from './dictionary-used.ts'

const mostLevels = 6

interface Draft {
  code: string
  dictValue: string
  dictValueEn: string | null
  dictKey: string | null
  sort: number
  isSealed: 0 | 1
  remark: string | null
}

const columns: Readonly<Record<keyof Draft, string>> = {
  code: 'code',
  dictValue: 'dict_value',
  dictValueEn: 'dict_value_en',
  dictKey: 'dict_key',
  sort: 'sort',
  isSealed: 'is_sealed',
  remark: 'remark',
}
const names = Object.keys(columns) as (keyof Draft)[]

/** What forms of this family of clients send back with a row; nothing of it is stored. */
const beside = ['parentName', 'hasChildren', 'isDeleted', 'tenantId', 'children', 'createTime', 'updateTime', 'title', 'key', 'value']

const rule = (words: Words): Refusal => new Refusal('rule', { ...words })

/** The system's rows are written by the platform's own people only, also where a role of another tenant was given the right. */
function refuseElsewhere(set: DictionarySet, tx: Transaction): void {
  if (set.name === 'dict' && tx.tenantId !== platformTenant) throw new Refusal('not_found', { what: dictionaryWords })
}

const tenantOf = (set: DictionarySet): string => (set.name === 'dictBiz' ? 'tenant_id = $1' : '$1::text is not null')

/** All rows of the set; changes of one set follow one another, so that what is checked here still holds at the commit. */
async function locked(set: DictionarySet, tx: Transaction): Promise<Map<string, Row>> {
  tx.later({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [`dictionary ${set.name} ${tx.tenantId}`] })
  const { rows } = await tx.run({ text: `select * from ${set.table} where ${tenantOf(set)}`, values: [tx.tenantId] })
  return new Map(rows.map((row) => [String(row.id), row]))
}

function chain(rows: ReadonlyMap<string, Row>, id: string | null): Row[] {
  const found: Row[] = []
  for (let at = id; at && rows.has(at); at = rows.get(at)!.parent_id as string | null) {
    found.push(rows.get(at)!)
    if (found.length > mostLevels + 1) break
  }
  return found
}

function draftOf(row: Row | undefined, input: Readonly<Record<string, unknown>>): Draft {
  const was = row
    ? Object.fromEntries(names.map((name) => [name, row[columns[name]] ?? null]))
    : { dictValueEn: null, dictKey: null, remark: null }
  const given = Object.fromEntries(names.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])))
  return { ...was, ...given } as unknown as Draft
}

/** Refuses a code, key or name that its level holds already. */
function refuseTaken(rows: ReadonlyMap<string, Row>, id: string | undefined, parentId: string | null, draft: Draft): void {
  for (const row of rows.values()) {
    if (row.id === id) continue
    if (parentId === null && row.parent_id === null && row.code === draft.code)
      throw new Refusal('taken', { label: fields.code, value: draft.code })
    if (parentId === null || row.code !== draft.code || row.parent_id === null) continue
    if (row.dict_key === draft.dictKey) throw new Refusal('taken', { label: fields.dictKey, value: String(draft.dictKey) })
    if (row.parent_id === parentId && row.dict_value === draft.dictValue)
      throw new Refusal('taken', { label: fields.dictValue, value: draft.dictValue })
  }
}

/** Where a row stands: the head of its dictionary, or undefined for a head. Refuses a place that is none. */
function headOf(rows: ReadonlyMap<string, Row>, id: string | undefined, parentId: string | null): Row | undefined {
  if (parentId === null) return undefined
  const above = chain(rows, parentId)
  if (above.length === 0) throw refusalOf([{ field: 'parentId', label: fields.parentId, rule: 'absent' }])
  if (above.some((row) => row.id === id)) throw new Refusal('cycle')
  if (above.length > mostLevels) throw rule({ zh: `字典最多 ${mostLevels} 级`, en: `A dictionary has at most ${mostLevels} levels` })
  return above.at(-1)
}

async function refuseMoved(set: DictionarySet, tx: Transaction, row: Row, draft: Draft, head: Row | undefined): Promise<void> {
  if ((row.parent_id === null) !== (head === undefined) || (head && head.code !== row.code))
    throw rule({ zh: '字典值不能移到另一个字典', en: 'A value cannot move to another dictionary' })
  if (head === undefined && draft.code !== row.code && isDeclared(String(row.code)))
    throw rule({
      zh: `字典“${row.code}”正被字段使用，编号不能修改`,
      en: `Fields use the dictionary “${row.code}”, so its code cannot change`,
    })
  if (
    head !== undefined &&
    draft.dictKey !== row.dict_key &&
    (await usedKey(set, tx, String(row.code), [String(row.dict_key)])) !== undefined
  )
    throw rule({ zh: `“${row.dict_value}”已被使用，键值不能修改`, en: `“${row.dict_value}” is in use, so its key cannot change` })
}

/** Adds a row, or changes the one whose `id` is given; absent fields stay. A code, key and name stand once in their level. */
export async function saveRow(set: DictionarySet, context: Context, tx: Transaction): Promise<{ id: string; version: number }> {
  refuseElsewhere(set, tx)
  const { id } = namedRow(context.input)
  // The form of a head has no key, and this family of clients sends -1 for it.
  const { dictKey: typedKey } = context.input
  const isHead = aboveOf(context.input.parentId) === null
  const raw = {
    ...context.input,
    ...(isHead && (typedKey === -1 || typedKey === '-1') ? { dictKey: null } : {}),
    id: id ?? null,
  }
  // A value takes the code of its dictionary, and has a key of its own.
  const ofValue = { code: { ...fields.code, required: false }, dictKey: { ...fields.dictKey, required: true } }
  const asked = isHead ? set.calls.submit.input : { ...set.calls.submit.input, ...ofValue }
  const input = read(asked, raw, { partial: id !== undefined, beside })
  const rows = await locked(set, tx)
  const row = id === undefined ? undefined : rows.get(id.toLowerCase())
  if (id && !row) throw new Refusal('not_found', { what: dictionaryWords })
  if (row && input.version != null && input.version !== row.version)
    throw new Refusal('stale', { what: String(row.dict_value), who: { zh: '他人', en: 'another person' }, when: String(row.updated_at) })
  const parentId = row && input.parentId === undefined ? (row.parent_id as string | null) : aboveOf(input.parentId)
  const head = headOf(rows, row && String(row.id), parentId)
  const draft = draftOf(row, input)
  if (head && input.code && input.code !== head.code)
    throw rule({ zh: `字典值的编号应为“${head.code}”`, en: `The code of a value must be that of its dictionary, “${head.code}”` })
  draft.code = head ? String(head.code) : draft.code
  if (!head) draft.dictKey = null
  else if (!draft.dictKey) throw refusalOf([{ field: 'dictKey', label: fields.dictKey, rule: 'required' }])
  refuseTaken(rows, row && String(row.id), parentId, draft)
  if (row) await refuseMoved(set, tx, row, draft, head)
  else if (rows.size >= mostRows) throw rule({ zh: `字典最多 ${mostRows} 条`, en: `Dictionaries can have at most ${mostRows} entries` })
  return row ? change(set, context, tx, row, parentId, draft) : add(set, context, tx, parentId, draft)
}

async function add(set: DictionarySet, context: Context, tx: Transaction, parentId: string | null, draft: Draft) {
  const id = v7()
  const own: [string, unknown][] =
    set.name === 'dictBiz'
      ? [
          ['tenant_id', tx.tenantId],
          ['created_by', context.actor.userId],
        ]
      : []
  const given: [string, unknown][] = [
    ...own,
    ['id', id],
    ['parent_id', parentId],
    ...names.map((name): [string, unknown] => [columns[name], draft[name]]),
  ]
  await tx.run({
    text: `insert into ${set.table} (${given.map(([column]) => column).join(', ')}) values (${given.map((_, at) => `$${at + 1}`).join(', ')})`,
    values: given.map(([, value]) => value),
  })
  record(context, tx, { entity: set.name, entityId: id, verb: 'add', version: 1, input: { parentId, ...draft } })
  return { id, version: 1 }
}

async function change(set: DictionarySet, context: Context, tx: Transaction, row: Row, parentId: string | null, draft: Draft) {
  const found = names.filter((name) => (row[columns[name]] ?? null) !== (draft[name] ?? null))
  const version = Number(row.version)
  if (found.length === 0 && parentId === row.parent_id) return { id: String(row.id), version }
  const values = [tx.tenantId, row.id, parentId, version + 1, ...found.map((name) => draft[name])]
  await tx.run({
    text: `update ${set.table} set ${[...found.map((name, at) => `${columns[name]} = $${at + 5}`), 'parent_id = $3', 'version = $4', 'updated_at = now()'].join(', ')}
      where ${tenantOf(set)} and id = $2`,
    values,
  })
  if (parentId === null && found.includes('code'))
    await tx.run({
      text: `update ${set.table} set code = $3 where ${tenantOf(set)} and code = $2`,
      values: [tx.tenantId, row.code, draft.code],
    })
  const changes = Object.fromEntries(found.map((name) => [name, { from: row[columns[name]] ?? null, to: draft[name] }]))
  record(context, tx, { entity: set.name, entityId: String(row.id), verb: 'change', version: version + 1, changes })
  return { id: String(row.id), version: version + 1 }
}

/** Removes rows, all or nothing. Refuses those with rows below them that stay, and values that records hold. */
export async function removeRows(set: DictionarySet, context: Context, tx: Transaction): Promise<{ removed: number }> {
  refuseElsewhere(set, tx)
  const ids = idsOf(context)
  const rows = await locked(set, tx)
  const gone = ids.map((id) => rows.get(id))
  if (gone.some((row) => !row)) throw new Refusal('not_found', { what: dictionaryWords })
  for (const row of rows.values())
    if (row.parent_id && ids.includes(String(row.parent_id)) && !ids.includes(String(row.id)))
      throw rule({ zh: '请先删除下级字典', en: 'Delete the values below it first' })
  for (const code of new Set(gone.map((row) => String(row!.code)))) {
    const keys = gone.flatMap((row) => (row!.code === code && row!.dict_key ? [String(row!.dict_key)] : []))
    const used = await usedKey(set, tx, code, keys)
    const named = gone.find((row) => row!.code === code && row!.dict_key === used)
    if (used !== undefined)
      throw rule({
        zh: `“${named!.dict_value}”已被使用，不能删除，可以封存`,
        en: `“${named!.dict_value}” is in use and cannot be deleted. You can seal it`,
      })
    if (set.name === 'dict' && isDeclared(code) && gone.some((row) => row!.code === code && row!.parent_id === null))
      throw rule({
        zh: `字典“${code}”由系统字段使用，不能删除`,
        en: `System fields use the dictionary “${code}”, so it cannot be deleted`,
      })
  }
  await tx.run({ text: `delete from ${set.table} where ${tenantOf(set)} and id = any($2::uuid[])`, values: [tx.tenantId, ids] })
  for (const row of gone)
    record(context, tx, {
      entity: set.name,
      entityId: String(row!.id),
      verb: 'remove',
      version: Number(row!.version) + 1,
      input: { code: row!.code, dictKey: row!.dict_key, dictValue: row!.dict_value },
    })
  return { removed: ids.length }
}
