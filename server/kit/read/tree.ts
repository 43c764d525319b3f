import type { Entity } from '#contract/kit/entity/entity.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { snake } from '#contract/kit/fields/names.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row, Rows } from '#server/db/query.ts'
import { scopeSql } from '../access/access.ts'
import { inOtherForm } from '../access/other-form.ts'
import type { Context, ReadPlan } from '../context.ts'
import { read } from '../refuse.ts'
import { tableName } from '../table.ts'
import { inUse } from '../write/used.ts'
import { nameSql } from './by-name.ts'
import { codeSql } from './code-keyword.ts'
import { conditionsOf } from './list.ts'
import { offeredSql, retiredSql } from './retired.ts'
import { keywordOf, shownSearchSql } from './search.ts'
import { finisher, selectApart } from './select.ts'

/** Upper bound of the paths of a subtree: every path below `p` is between `p` and `p` plus this character. */
const last = '\u007f'

/**
 * Locks the shape of a tree until the end of the transaction: `grow` (shared) to add a row below another, `move` (exclusive) to move a
 * subtree. Two concurrent moves, each without a cycle, could create one together, and a move must not miss rows that are added below it.
 * Taken before any row lock.
 */
export function lockTree(of: Entity, tx: Transaction, to: 'grow' | 'move'): void {
  const lock = to === 'move' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared'
  tx.later({ text: `select ${lock}(hashtextextended($1, 0))`, values: [`tree ${of.name} ${tx.tenantId}`] })
}

/** The path of a row below a parent; throws if the parent does not exist. */
export async function pathBelow(of: Entity, tx: Transaction, id: string, parentId: unknown): Promise<string> {
  if (!parentId) return `${id}/`
  const { rows } = await tx.run({
    text: `select path from ${tableName(of)} where tenant_id = $1 and id = $2${of.softDelete ? ' and not is_deleted' : ''} for share`,
    values: [tx.tenantId, parentId],
  })
  if (!rows[0]) throw new Refusal('not_found', { what: of })
  return `${rows[0].path}${id}/`
}

/**
 * Moves a subtree below another parent and returns the row's new path; throws `cycle` for a move below itself. The caller must hold the
 * tree lock for `move`.
 */
export async function moveSubtree(of: Entity, tx: Transaction, row: Row, parentId: unknown): Promise<string> {
  const path = await pathBelow(of, tx, String(row.id), parentId)
  const old = String(row.path)
  if (path.startsWith(old) && path !== old) throw new Refusal('cycle')
  tx.later({
    text: `update ${tableName(of)} set path = $3 || substr(path, $4) where tenant_id = $1 and path > $2 and path < $5`,
    values: [tx.tenantId, old, path, old.length + 1, `${old}${last}`],
  })
  return path
}

/** Throws if rows to be removed have children that are not removed too. */
export async function refuseWithChildren(of: Entity, tx: Transaction, ids: readonly string[]): Promise<void> {
  const { rows } = await tx.run({
    text: `select 1 from ${tableName(of)} where tenant_id = $1 and ${snake(of.tree!)}_id = any($2::uuid[]) and not id = any($2::uuid[])${of.softDelete ? ' and not is_deleted' : ''} limit 1`,
    values: [tx.tenantId, ids],
  })
  if (rows.length > 0) throw inUse(of)
}

interface Node {
  id: string
  parentId: string | null
  name: string
  hasChildren: boolean
  isFound?: boolean
  children?: Node[]
  [extra: string]: unknown
}

const nodeColumn = (of: Entity): string => snake(of.nodeTitle ?? of.title)

const nodeColumns = (of: Entity, alias: string): string => {
  const parent = `${snake(of.tree!)}_id`
  const live = of.softDelete ? ' and not c.is_deleted' : ''
  const retired = of.retired ? `, ${retiredSql(of, alias)} as "isRetired"` : ''
  return `${alias}.id, ${alias}.${parent} as "parentId", ${alias}.${nodeColumn(of)} as name, ${alias}.${nodeColumn(of)} as title, ${alias}.id as key, ${alias}.id as value,
    exists (select 1 from ${tableName(of)} c where c.tenant_id = ${alias}.tenant_id and c.${parent} = ${alias}.id${live}) as "hasChildren"${retired}`
}

const kinds = (of: Entity): string[] =>
  Object.entries(of.fields).flatMap(([name, field]) => (field.kind === 'choice' && field.required ? [name] : []))

/** Parameters of a request for nodes that are not filters; `offered=1` leaves out retired nodes, for a picker. */
const asked = new Set(['parentId', 'offered'])

const offeredOnly = (of: Entity, context: Context): string[] =>
  of.retired && String(context.input.offered ?? '') === '1' ? [offeredSql(of, 't')] : []

/** The whole tree as nested nodes `{id, parentId, name, hasChildren, children}`. A keyword keeps the matching nodes and their ancestors. */
export function treePlan(view: View, context: Context): ReadPlan {
  const of = view.entity
  const conditions = conditionsOf(view, { ...context, input: { ...context.input, keyword: undefined } }, offeredOnly(of, context), asked)
  const extra = kinds(of)
    .map((name) => `, t.${snake(name)} as "${name}"`)
    .join('')
  const keyword = hasSearch(of) ? keywordOf(context.input.keyword) : ''
  const shown = keyword ? shownSearchSql(view, keyword, conditions.into) : ''
  const code = keyword ? codeSql(view, context.input.keyword, context.actor.tenantId, conditions.into) : ''
  const isFound = keyword
    ? `, (strpos(t.search, ${conditions.into.add(keyword)}) > 0${shown ? ` and ${shown}` : ''}${code ? ` or ${code}` : ''}) as "isFound"`
    : ''
  return {
    queries: [
      {
        text: `select ${nodeColumns(of, 't')}${extra}${isFound} from ${tableName(of)} t where ${conditions.where} order by ${orderSql(of)}`,
        values: conditions.into.values,
      },
    ],
    answer([rows]: Rows[]) {
      const nodes = rows!.rows as unknown as Node[]
      const byId = new Map(nodes.map((node) => [node.id, node]))
      const roots: Node[] = []
      for (const node of nodes) {
        const parent = node.parentId ? byId.get(node.parentId) : undefined
        if (!parent) roots.push(node)
        else {
          parent.children ??= []
          parent.children.push(node)
        }
      }
      return keyword ? kept(roots) : roots
    },
  }
}

/** Keeps nodes that match or have a matching descendant. */
function kept(nodes: readonly Node[]): Node[] {
  return nodes.flatMap(({ isFound, children, ...node }) => {
    const below = kept(children ?? [])
    if (below.length > 0) return [{ ...node, children: below }]
    return isFound ? [node] : []
  })
}

const hasSearch = (of: Entity): boolean => Object.values(of.fields).some((field) => field.search)

/** SQL order of siblings over the alias `t`. */
export const orderSql = (of: Entity): string =>
  `${of.sort && of.sort.by !== 'createTime' ? `t.${snake(of.sort.by)} nulls last, ` : ''}${nameSql(`t.${nodeColumn(of)}`)}, t.id`

/** The nodes directly below `parentId`, or the roots. `full`: whole rows instead of nodes. */
export function lazyPlan(view: View, context: Context, full: boolean): ReadPlan {
  const of = view.entity
  const conditions = conditionsOf(view, context, offeredOnly(of, context), asked)
  const column = `t.${snake(of.tree!)}_id`
  const parent = read(
    { parent: { kind: 'link', to: of.name, zh: '上级', en: 'Parent' } },
    { parentId: context.input.parentId ?? null },
  ).parentId
  const isRoot = parent === null
  // For a person who sees part of the tree, the topmost visible nodes are the roots.
  const scope = isRoot ? scopeSql(of, context.actor, 'up', conditions.into) : ''
  const below = isRoot
    ? scope
      ? `(${column} is null or not exists (select 1 from ${tableName(of)} up where up.tenant_id = t.tenant_id and up.id = ${column} and ${scope}))`
      : `${column} is null`
    : `${column} = ${conditions.into.add(String(parent))}::uuid`
  const selection = selectApart(view)
  const columns = full
    ? `${selection.columns}, exists (select 1 from ${tableName(of)} c where c.tenant_id = t.tenant_id and c.${snake(of.tree!)}_id = t.id${of.softDelete ? ' and not c.is_deleted' : ''}) as "hasChildren"`
    : nodeColumns(of, 't')
  const finish = inOtherForm(of, context, finisher(view, selection.fields, context.language, context.actor))
  return {
    queries: [
      {
        text: `select ${columns} from ${tableName(of)} t${full ? selection.joins : ''} where ${conditions.where} and ${below} order by ${orderSql(of)}`,
        values: conditions.into.values,
        ...(full ? { named: selection.named } : {}),
      },
    ],
    answer: ([rows]: Rows[]) => (full ? rows!.rows.map(finish) : rows!.rows),
  }
}
