import { updatePlatform } from '#contract/calls/identity/user-platform.ts'
import { businessDictionary as own, systemDictionary as system } from '#contract/calls/settings/dictionary.ts'
import { regionLevels } from '#contract/calls/settings/region.ts'
import { dept, deptNumbers } from '#contract/entities/identity/dept.ts'
import { sms } from '#contract/entities/notice/sms.ts'
import { smsNumbers } from '#contract/entities/notice/sms-providers.ts'
import { oss, ossNumbers } from '#contract/entities/tooling/oss.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { isId } from '#contract/kit/fields/parse.ts'
import { searchForm } from '#contract/kit/text/one-writing.ts'
import type { Words } from '#contract/kit/words.ts'
import { Parameters, type Query, type Rows, rowsAs } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { likeText } from '#server/kit/read/like.ts'
import { paged, pageOf } from '#server/kit/read/list.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'

/** One of the two sets of dictionaries: the system's, which all tenants read, or those of one tenant. */
export interface DictionarySet {
  readonly name: 'dict' | 'dictBiz'
  readonly table: 'dict' | 'dict_biz'
  readonly calls: typeof own | typeof system
}

export const systemSet: DictionarySet = { name: 'dict', table: 'dict', calls: system }
export const ownSet: DictionarySet = { name: 'dictBiz', table: 'dict_biz', calls: own }

export type DictionaryAnswer = AnswerOf<typeof system.detail>
type TreeAnswer = DictionaryAnswer & { children?: TreeAnswer[] }

export const dictionaryWords = { zh: '字典', en: 'Dictionary' }

/** The most rows of one set; all of them are read for its tree. */
export const mostRows = 20_000

/** `tenant_id = …` over an alias, in a set that has tenants. */
const within = (set: DictionarySet, tenantId: string, into: Parameters, alias: string): string =>
  set.table === 'dict_biz' ? `${alias}.tenant_id = ${into.add(tenantId)}` : 'true'

const same = (set: DictionarySet, one: string, other: string): string =>
  set.table === 'dict_biz' ? `${one}.tenant_id = ${other}.tenant_id and ` : ''

function rowsQuery(set: DictionarySet, into: Parameters, where: readonly string[], end = ''): Query<DictionaryAnswer> {
  return {
    text: `select d.id, d.version, d.parent_id as "parentId", p.dict_value as "parentName", d.code, d.dict_value as "dictValue", d.dict_value_en as "dictValueEn",
        d.dict_key as "dictKey", d.sort, d.is_sealed as "isSealed", d.remark,
        exists (select 1 from ${set.table} c where ${same(set, 'c', 'd')}c.parent_id = d.id) as "hasChildren"
      from ${set.table} d left join ${set.table} p on ${same(set, 'p', 'd')}p.id = d.parent_id
      where ${where.join(' and ')} order by d.sort, d.code, d.dict_key, d.id ${end}`,
    values: into.values,
  }
}

/** Searches of other front ends name the tenant, and every field of theirs. */
const ofSearch = { beside: ['tenantId'], ofOtherForm: true } as const

type Filters = Readonly<Record<'code' | 'dictValue' | 'dictKey' | 'parentId', string | null | undefined>> & { isSealed?: number | null }

function conditions({ code, dictValue, dictKey, isSealed }: Filters, into: Parameters): string[] {
  const like = (column: string, typed: string | null | undefined): string[] =>
    typed ? [`search_form(d.${column}) like ${into.add(`%${likeText(searchForm(typed))}%`)}`] : []
  return [
    ...like('code', code),
    ...like('dict_value', dictValue),
    ...like('dict_key', dictKey),
    ...(isSealed === 0 || isSealed === 1 ? [`d.is_sealed = ${into.add(isSealed)}`] : []),
  ]
}

/** Rows with those below them; a row whose upper row is not among them stands at the top. */
function nested(rows: readonly DictionaryAnswer[]): TreeAnswer[] {
  const byId = new Map(rows.map((row): [string, TreeAnswer] => [row.id, { ...row }]))
  const top: TreeAnswer[] = []
  for (const row of byId.values()) {
    const above = row.parentId ? byId.get(row.parentId) : undefined
    if (!above) top.push(row)
    else above.children = [...(above.children ?? []), row]
  }
  return top
}

const none = new Set([undefined, null, '', '0'])
/** The id of the row above, null for none; refuses what is no id. */
export function aboveOf(value: unknown): string | null {
  if (none.has(value as string)) return null
  if (!isId(value)) throw refusalOf([{ field: 'parentId', label: own.submit.input.parentId, rule: 'not_id' }])
  return value.toLowerCase()
}

/** Every row that fits the filters, as a tree. */
export function listOf(set: DictionarySet, context: Context): ReadPlan<TreeAnswer[]> {
  const asked = read(set.calls.list.input, context.input, ofSearch) as Filters
  const into = new Parameters()
  const where = [within(set, context.actor.tenantId, into, 'd'), ...conditions(asked, into)]
  return { queries: [rowsQuery(set, into, where, `limit ${mostRows}`)], answer: ([rows]) => nested(rowsAs(rows)) }
}

/** A page of the dictionaries themselves. */
export function parentsOf(set: DictionarySet, context: Context): ReadPlan<AnswerOf<typeof own.parentList>> {
  const asked = read(set.calls.parentList.input, context.input, ofSearch) as Filters
  const page = pageOf(context)
  const into = new Parameters()
  const where = [within(set, context.actor.tenantId, into, 'd'), 'd.parent_id is null', ...conditions(asked, into)]
  const count = { text: `select count(*)::int as total from ${set.table} d where ${where.join(' and ')}`, values: [...into.values] }
  return {
    queries: [rowsQuery(set, into, where, `limit ${into.add(page.size)} offset ${into.add(page.offset)}`), count],
    answer([rows, counted]) {
      return paged(rowsAs<DictionaryAnswer>(rows), Number(counted!.rows[0]!.total), page)
    },
  }
}

/** Everything below one row, as a tree. */
export function childrenOf(set: DictionarySet, context: Context): ReadPlan<TreeAnswer[]> {
  const asked = read(set.calls.childList.input, context.input, ofSearch) as Filters
  const parent = aboveOf(asked.parentId)
  if (!parent) return { queries: [], answer: () => [] }
  const into = new Parameters()
  const tenant = within(set, context.actor.tenantId, into, 'd')
  const id = into.add(parent)
  const below = `d.id in (with recursive b as (select id from ${set.table} d where ${tenant} and parent_id = ${id}
    union select n.id from ${set.table} n join b on n.parent_id = b.id${set.table === 'dict_biz' ? ` where n.tenant_id = $1` : ''}) select id from b)`
  const where = [tenant, below, ...conditions(asked, into)]
  return { queries: [rowsQuery(set, into, where)], answer: ([rows]) => nested(rowsAs(rows)) }
}

/** One row, or 404. */
export function detailOf(set: DictionarySet, context: Context): ReadPlan<DictionaryAnswer> {
  const id = aboveOf((read(set.calls.detail.input, context.input) as { id: string }).id)
  const into = new Parameters()
  const where = [within(set, context.actor.tenantId, into, 'd'), `d.id = ${into.add(id)}::uuid`]
  return {
    queries: [rowsQuery(set, into, where)],
    answer([rows]) {
      const [row] = rowsAs<DictionaryAnswer>(rows)
      if (!row) throw new Refusal('not_found', { what: dictionaryWords })
      return row
    },
  }
}

/** All rows as nodes for a picker; those of one dictionary when its code is given. The client family asks for all of them with `DICT`. */
export function treeOf(set: DictionarySet, context: Context): ReadPlan<AnswerOf<typeof own.tree>> {
  const { code } = read(set.calls.tree.input, context.input, ofSearch) as { code?: string | null }
  const into = new Parameters()
  const where = [within(set, context.actor.tenantId, into, 'd'), ...(code && code !== 'DICT' ? [`d.code = ${into.add(code)}`] : [])]
  const node = ({ id, parentId, dictValue, hasChildren, children }: TreeAnswer): AnswerOf<typeof own.tree>[number] => ({
    id,
    parentId,
    title: dictValue,
    key: id,
    value: id,
    hasChildren,
    ...(children ? { children: children.map(node) } : {}),
  })
  return { queries: [rowsQuery(set, into, where, `limit ${mostRows}`)], answer: ([rows]) => nested(rowsAs(rows)).map(node) }
}

/** The dictionaries of suppliers: those whose code begins with the word. */
export function suppliersOf(set: DictionarySet, context: Context): ReadPlan<DictionaryAnswer[]> {
  read(set.calls.supplierParentList.input, context.input, ofSearch)
  const into = new Parameters()
  const where = [within(set, context.actor.tenantId, into, 'd'), 'd.parent_id is null', 'd.is_sealed = 0', `d.code like 'supplier%'`]
  return { queries: [rowsQuery(set, into, where)], answer: ([rows]) => rowsAs(rows) }
}

/** The branches of a tree that are not sealed. */
const open = (rows: readonly TreeAnswer[]): TreeAnswer[] =>
  rows.flatMap((row) => (row.isSealed === 1 ? [] : [row.children ? { ...row, children: open(row.children) } : row]))
const flat = (rows: readonly TreeAnswer[]): DictionaryAnswer[] => rows.flatMap(({ children, ...row }) => [row, ...flat(children ?? [])])

/** The heads of what may be chosen from: of a tenant its own dictionary, or the system's where it has none of the code or sealed it. */
function headsOf(set: DictionarySet, context: Context, code: string | null | undefined) {
  const part = (of: DictionarySet): Query => {
    const into = new Parameters()
    return rowsQuery(
      of,
      into,
      [within(of, context.actor.tenantId, into, 'd'), ...(code ? [`d.code = ${into.add(code)}`] : [])],
      `limit ${mostRows}`,
    )
  }
  const queries = set === ownSet ? [part(ownSet), part(systemSet)] : [part(systemSet)]
  return {
    queries,
    heads(results: Rows[]): TreeAnswer[] {
      const [first = [], second = []] = results.map((one) => open(nested(rowsAs<DictionaryAnswer>(one))))
      const known = new Set(first.map((head) => head.code))
      return [...first, ...second.filter((head) => !known.has(head.code))]
    },
  }
}

/** The values of one dictionary that may be chosen, in their order. */
export function valuesOf(set: DictionarySet, context: Context): ReadPlan<DictionaryAnswer[]> {
  const { code } = read(set.calls.dictionary.input, context.input, ofSearch) as { code: string }
  const { queries, heads } = headsOf(set, context, code)
  return {
    queries,
    answer: (results) => {
      const found = heads(results)
      return found.length > 0 ? found.flatMap((head) => flat(head.children ?? [])) : declaredValues(code, context)
    },
  }
}

interface Declared {
  readonly of: Readonly<Record<string, Words>>
  /** What front ends of the given calls, whose forms take numbers, call the keys. */
  readonly numbers?: Readonly<Record<string, number>>
}

/** Choices of forms that such front ends look up as dictionaries, and that are declared here. */
const declared = new Map<string, Declared>([
  ['oss', { of: oss.fields.category.of, numbers: ossNumbers }],
  ['sms', { of: sms.fields.category.of, numbers: smsNumbers }],
  ['org_category', { of: dept.fields.category.of, numbers: deptNumbers }],
  ['region', { of: regionLevels }],
  ['user_type', { of: updatePlatform.input.userType.of }],
  ['yes_no', { of: { '0': { zh: '否', en: 'No' }, '1': { zh: '是', en: 'Yes' } } }],
  ['menu_category', { of: { '1': { zh: '菜单', en: 'Menu' } } }],
  ['button_func', { of: { '0': { zh: '工具栏', en: 'Toolbar' } } }],
  ['api_scope_type', { of: { '1': { zh: '系统接口', en: 'System API' } } }],
])

function declaredValues(code: string, { isOther }: Context): DictionaryAnswer[] {
  const { of, numbers } = declared.get(code) ?? { of: {} }
  return Object.entries(of).map(([key, { zh, en }], sort) => ({
    id: `${code}.${key}`,
    version: 1,
    parentId: null,
    parentName: null,
    code,
    dictValue: zh,
    dictValueEn: en,
    dictKey: isOther && numbers ? String(numbers[key]) : key,
    sort,
    isSealed: 0,
    remark: null,
    hasChildren: false,
  }))
}

/** The same as a tree; of all dictionaries without a code. */
export function valuesTreeOf(set: DictionarySet, context: Context): ReadPlan<TreeAnswer[]> {
  const { code } = read(set.calls.dictionaryTree.input, context.input, ofSearch) as { code?: string | null }
  const { queries, heads } = headsOf(set, context, code)
  return { queries, answer: (results) => (code ? heads(results).flatMap((head) => head.children ?? []) : heads(results)) }
}
