import { isHole } from './holes.ts'
import type { Schema } from './schema.ts'
import { all, at, name, names, type Tree } from './tree.ts'

/** Names of columns; null: only the running program knows them. */
export type Outputs = ReadonlySet<string> | null

/** What FROM brings under an alias. */
export interface Range {
  readonly alias: string
  readonly columns: Outputs
  /** A table of PostgreSQL's own catalogue, which no migration changes. */
  readonly isCatalogue?: boolean
}

export interface Scope {
  readonly ranges: Range[]
  readonly parent: Scope | undefined
}

/** Columns that every table has. */
export const systemColumns: ReadonlySet<string> = new Set(['ctid', 'xmin', 'xmax', 'tableoid', 'oid'])

/** What functions of PostgreSQL answer; those that answer one value are named like their alias. */
const answered: Readonly<Record<string, readonly string[]>> = {
  jsonb_each: ['key', 'value'],
  jsonb_each_text: ['key', 'value'],
  json_each: ['key', 'value'],
  json_each_text: ['key', 'value'],
  jsonb_array_elements: ['value'],
  jsonb_array_elements_text: ['value'],
  json_array_elements: ['value'],
  json_array_elements_text: ['value'],
  unnest: [],
  generate_series: [],
  generate_subscripts: [],
  jsonb_object_keys: [],
  regexp_split_to_table: [],
  string_to_table: [],
  regexp_matches: [],
}

const lastName = (list: unknown): string => names(list).at(-1) ?? ''

/** The table whose row type a value is cast to: `null::location`, `$1::location[]`. */
const rowType = (value: Tree | undefined): string => lastName((at(value, 'TypeCast')?.typeName as Tree | undefined)?.names)

/** The columns of a function in FROM. */
export function rangeOfFunction(range: Tree, schema: Schema): Range {
  const as = range.alias as Tree | undefined
  const calls = all(range.functions).map((one) => all(at(one, 'List')!.items)[0]!)
  const call = at(calls[0], 'FuncCall')
  const called = lastName(call?.funcname)
  const alias = name(as?.aliasname ?? called)
  const typed = all(range.coldeflist ?? at(all(at(all(range.functions)[0]!, 'List')!.items)[1], 'List')?.items)
  const given = [...names(as?.colnames), ...typed.map((one) => name(at(one, 'ColumnDef')!.colname))]
  const more = range.ordinality ? ['ordinality'] : []
  if (given.length > 0) return { alias, columns: new Set([...given, ...more]) }
  const ofType = schema.tables.get(rowType(all(call?.args)[0]))
  if (ofType) return { alias, columns: new Set([...ofType, ...more]) }
  const own = schema.functions.get(called)
  const known = own && own.size > 0 ? [...own] : answered[called]
  return { alias, columns: known ? new Set([...known, alias, ...more]) : null, isCatalogue: called.startsWith('pg_') }
}

/** The name that PostgreSQL gives a result without one. */
export function outputName(value: Tree | undefined): string {
  const ref = at(value, 'ColumnRef')
  if (ref) return name(at(all(ref.fields).at(-1), 'String')?.sval)
  const call = at(value, 'FuncCall')
  if (call) return lastName(call.funcname)
  const cast = at(value, 'TypeCast')
  if (cast) {
    const inner = outputName(cast.arg as Tree)
    return inner === '?column?' ? lastName((cast.typeName as Tree).names) : inner
  }
  if (at(value, 'CoalesceExpr')) return 'coalesce'
  const either = at(value, 'CaseExpr')
  if (either) {
    const last = outputName(either.defresult as Tree | undefined)
    return last === '?column?' ? 'case' : last
  }
  const extreme = at(value, 'MinMaxExpr')
  if (extreme) return extreme.op === 'IS_LEAST' ? 'least' : 'greatest'
  const part = at(value, 'A_Indirection')
  if (part) {
    const field = [...all(part.indirection)].reverse().find((one) => at(one, 'String'))
    return field ? name(at(field, 'String')!.sval) : outputName(part.arg as Tree)
  }
  const inner = at(value, 'SubLink')
  if (inner?.subLinkType === 'EXISTS_SUBLINK') return 'exists'
  if (inner?.subLinkType === 'ARRAY_SUBLINK') return 'array'
  if (inner?.subLinkType === 'EXPR_SUBLINK') {
    const first = at(all(at(inner.subselect as Tree, 'SelectStmt')?.targetList)[0], 'ResTarget')
    return first?.name ? name(first.name) : outputName(first?.val as Tree | undefined)
  }
  if (at(value, 'A_ArrayExpr')) return 'array'
  if (at(value, 'RowExpr')) return 'row'
  return isHole(JSON.stringify(value ?? '')) ? 'hole_0_' : '?column?'
}
