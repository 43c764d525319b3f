import type pg from 'pg'
import type { MenuItem } from '#contract/kit/module.ts'
import type { Language } from '#contract/kit/words.ts'
import { menu, seenWith } from '#contract/menu.ts'
import { belongsTo, menuItems } from '#contract/packages.ts'
import { platformTenant } from '#contract/roles.ts'
import { readAs } from '#server/db/pool.ts'
import { rowsAs } from '#server/db/query.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import type { Context } from '#server/kit/context.ts'

/** A node of the menu as the desk and other front ends draw it. */
export interface MenuNode {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly path: string
  readonly icon: string
  readonly source: string
  readonly meta: { readonly isSearchOnly?: boolean }
  readonly children: MenuNode[]
}

interface MenuRow {
  readonly id: string
  readonly code: string
  readonly zh: string
  readonly en: string
  readonly parent_id: string | null
  readonly address: string | null
  readonly icon: string | null
  readonly is_hidden: number | null
  readonly is_search_only: number | null
}

interface TopRow {
  readonly id: string
  readonly code: string
  readonly zh: string
  readonly en: string
  readonly source: string | null
  readonly menus: readonly string[] | null
}

/** The menu as the platform arranges it, with the codes that the roles of the person hide. */
export interface Arranged {
  readonly rows: readonly MenuRow[]
  readonly tops: readonly TopRow[]
  readonly hidden: ReadonlySet<string>
}

type Rows = Pick<Arranged, 'rows' | 'tops'>

/** What the menu was when it was last read, by database. */
const known = new WeakMap<pg.Pool, Rows & { readonly mark: string }>()

/** Differs after every write of a row: each version of a row has a place and a transaction of its own. */
const markOf = (table: string): string =>
  `(select coalesce(bit_xor(hashtextextended(ctid::text || xmin::text, 0)), 0)::text from ${table} where tenant_id = $1)`

/** The rows of the platform, in order, read in a session of its own: they are the same for all tenants. Thousands are read again only when one was written. */
async function platformRows(pool: pg.Pool): Promise<Rows> {
  const [found] = await readAs(pool, platformTenant, [
    { text: `select ${markOf('menu')} || ' ' || ${markOf('top_menu')} as mark`, values: [platformTenant] },
  ])
  const mark = String(found!.rows[0]!.mark)
  const last = known.get(pool)
  if (last?.mark === mark) return last
  const [rows, tops] = await readAs(pool, platformTenant, [
    {
      text: `select id, code, menu_name as zh, name_en as en, parent_id, address, icon, is_hidden, is_search_only from menu
        where tenant_id = $1 and not is_deleted order by sort nulls last, created_at, id`,
      values: [platformTenant],
    },
    {
      text: `select id, code, name as zh, name_en as en, source, menus from top_menu where tenant_id = $1 and not is_deleted order by sort nulls last, created_at, id`,
      values: [platformTenant],
    },
  ])
  const read = { mark, rows: rowsAs<MenuRow>(rows), tops: rowsAs<TopRow>(tops) }
  known.set(pool, read)
  return read
}

/** The menu as it is arranged now, and what the roles of the person hide of it. */
export async function arrangedMenu({ actor, tools }: Context): Promise<Arranged> {
  const { rows, tops } = await platformRows(tools.pool)
  const [found] = await readAs(tools.pool, actor.tenantId, [
    {
      // Hidden only where every role hides it: what roles show adds up, as their rights do.
      text: `select code from role_hidden_menu where tenant_id = $1 and role_id = any($2::uuid[]) group by code having count(*) = $3`,
      values: [actor.tenantId, actor.roles.map(({ id }) => id), actor.roles.length],
    },
  ])
  return { rows, tops, hidden: new Set(found!.rows.map((row) => String(row.code))) }
}

const mayOpen = (item: MenuItem, actor: Actor): boolean => {
  if (!belongsTo(item, actor.tenantKind)) return false
  const subject = seenWith(item)
  return subject === undefined || actor.rights.has(`${subject}.list`) || actor.rights.has(`${subject}.submit`)
}

/** Rows of a tree by the row above them: thousands are looked through once, not once for each of them. */
export function byParent<R>(rows: readonly R[], parentOf: (row: R) => string | null): ReadonlyMap<string | null, readonly R[]> {
  const found = new Map<string | null, R[]>()
  for (const row of rows) {
    const parent = parentOf(row)
    const beside = found.get(parent)
    if (beside) beside.push(row)
    else found.set(parent, [row])
  }
  return found
}

/** A node with the icon under both of its names. */
export const nodeOf = (code: string, name: string, path: string, icon = 'list', children: MenuNode[] = [], id = code): MenuNode => ({
  id,
  code,
  name,
  path,
  icon,
  source: icon,
  meta: {},
  children,
})

/** An address outside, in a window of its own or as `src` of a page that shows it within the desk. */
export const isLink = (address: string | null): boolean =>
  /^https?:\/\//i.test(address ?? '') || /^\/myiframe\/[\w-]+\?src=https?(:|%3a)(\/|%2f){2}/i.test(address ?? '')

/** Whether a package holds an item; groups come with what is in them, and a page of no records, such as the first one, belongs to all. */
const isPacked = ({ menuCodes }: Actor, code: string, item?: MenuItem): boolean =>
  menuCodes === null || menuCodes.includes(code) || (item !== undefined && seenWith(item) === undefined)

/**
 * The menu of a person: rows in their order with the declared page behind them, as far as the package, the rights and the roles leave them. What is declared and
 * has no row, because the program is newer than its rows, comes at the end; groups without anything in them are left out.
 */
export function menuOf({ rows, hidden }: Arranged, actor: Actor, language: Language, only?: ReadonlySet<string>): MenuNode[] {
  const children = byParent(rows, (row) => row.parent_id)
  const under = (parent: string | null): readonly MenuRow[] => children.get(parent) ?? []
  // An item that is named without any below it comes whole.
  const isWhole = (id: string): boolean => !under(id).some((row) => only?.has(row.id))
  const below = (parent: string | null): MenuNode[] => {
    const all = !only || (parent !== null && isWhole(parent))
    return under(parent)
      .filter((row) => all || only.has(row.id))
      .flatMap(nodes)
  }
  const nodes = (row: MenuRow): MenuNode[] => {
    if (row.is_hidden === 1 || hidden.has(row.code)) return []
    const item = menuItems.get(row.code)
    const children = below(row.id)
    const isGroup = item ? item.children !== undefined : !isLink(row.address)
    const isShown = isGroup ? children.length > 0 : isPacked(actor, row.code, item) && (item ? mayOpen(item, actor) : true)
    if (!isShown) return []
    const path = item && !isLink(row.address) ? item.path : (row.address ?? `/${row.code}`)
    const node = nodeOf(row.code, row[language], path, row.icon ?? item?.icon, children)
    return [row.is_search_only === 1 ? { ...node, meta: { isSearchOnly: true } } : node]
  }
  const shown = below(null)
  return rows.length > 0 ? shown : declared(menu, actor, language)
}

const declared = (list: readonly MenuItem[], actor: Actor, language: Language): MenuNode[] =>
  list.flatMap((item) => {
    const children = declared(item.children ?? [], actor, language)
    const isShown = item.children ? children.length > 0 : isPacked(actor, item.code, item) && mayOpen(item, actor)
    if (!isShown) return []
    const node = nodeOf(item.code, item[language], item.path, item.icon, children)
    return [item.isSearchOnly ? { ...node, meta: { isSearchOnly: true } } : node]
  })

/** The ids of the items that a top menu shows; undefined for one that does not exist or shows everything. */
export function itemsOfTop({ tops }: Arranged, id: string | null | undefined): ReadonlySet<string> | undefined {
  const top = id ? tops.find((one) => one.id === id || one.code === id) : undefined
  return top && new Set(top.menus ?? [])
}
