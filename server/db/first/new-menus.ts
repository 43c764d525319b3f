import type pg from 'pg'
import { v7 } from 'uuid'
import type { MenuItem } from '#contract/kit/module.ts'
import { menu, topMenus } from '#contract/menu.ts'
import { platformTenant } from '#contract/roles.ts'
import { readAs, writeAs } from '../pool.ts'
import type { Query } from '../query.ts'

const key = 'menus'
const topKey = 'topMenus'
const searchKey = 'searchOnlyMenus'

interface Declared {
  readonly item: MenuItem
  readonly above: string | undefined
  readonly sort: number
}

const declaredIn = (list: readonly MenuItem[], above?: string): Declared[] =>
  list.flatMap((item, index) => [{ item, above, sort: (index + 1) * 10 }, ...declaredIn(item.children ?? [], item.code)])

/** The set of codes known at the last start, to compare with. */
const stateOf = (key: string): Query => ({ text: 'select value from program_state where key = $1', values: [key] })

const keepState = (key: string, known: ReadonlySet<string>): Query => ({
  text: 'insert into program_state (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
  values: [key, [...known].filter(Boolean).sort().join()],
})

/**
 * Adds the menu items and top menus that are new in this version. Changes and removals by the platform's administrators are kept, even if
 * an older version ran in between. Runs at every start, in one process at a time.
 */
export async function addNewMenus(pool: pg.Pool): Promise<void> {
  const states = await readAs(pool, platformTenant, [stateOf(key), stateOf(topKey), stateOf(searchKey)])
  const [known, knownTops, knownSearched] = states.map(({ rows }) => new Set(String(rows[0]?.value ?? '').split(',')))
  const added = declaredIn(menu).filter(({ item }) => !known!.has(item.code))
  const addedTops = topMenus.filter(({ code }) => !knownTops!.has(code))
  const searched = declaredIn(menu).flatMap(({ item }) => (item.isSearchOnly && !knownSearched!.has(item.code) ? [item.code] : []))
  if (added.length === 0 && addedTops.length === 0 && searched.length === 0) return
  await writeAs(pool, platformTenant, async (tx) => {
    for (const one of added) {
      tx.later(insertOf(one))
      if (one.item.children) tx.later(moveInto(one.item, one.above))
    }
    tx.later(keepState(key, new Set([...known!, ...added.map(({ item }) => item.code)])))
    const { rows } = await tx.run({ text: 'select 1 from top_menu where tenant_id = $1 limit 1', values: [platformTenant] })
    for (const [index, top] of topMenus.entries()) {
      // If administrators have arranged top menus themselves, none are added.
      if (addedTops.includes(top)) {
        if (rows.length === 0) tx.later(insertTop(top, index))
      } else for (const { item } of added) if (top.items.includes(item.code)) tx.later(putInto(top.code, item.code))
    }
    if (searched.length > 0) tx.later(keepForSearch(searched))
    tx.later(keepState(searchKey, new Set([...knownSearched!, ...searched])))
    tx.later(keepState(topKey, new Set([...knownTops!, ...topMenus.map(({ code }) => code)])))
  })
}

/** Inserts a top menu with the items of the first level that are declared for it. */
const insertTop = ({ code, zh, en, icon, items }: (typeof topMenus)[number], index: number): Query => ({
  text: `insert into top_menu (tenant_id, id, name, name_en, code, source, sort, menus)
    select $1, $2::uuid, $3, $4, $5, $6, $7, array(select id from menu where tenant_id = $1 and code = any($8) and not is_deleted order by sort)`,
  values: [platformTenant, v7(), zh, en, code, icon, (index + 1) * 10, items],
})

/** Adds a new item to an existing top menu. */
const putInto = (top: string, code: string): Query => ({
  text: `update top_menu t set menus = coalesce(t.menus, '{}') || m.id from menu m
    where t.tenant_id = $1 and t.code = $2 and not t.is_deleted and m.tenant_id = $1 and m.code = $3 and not m.is_deleted
      and not (m.id = any(coalesce(t.menus, '{}')))`,
  values: [platformTenant, top, code],
})

/** Inserts an item below its parent, or at the top level if the parent was removed. */
const insertOf = ({ item, above, sort }: Declared): Query => {
  const id = v7()
  return {
    text: `insert into menu (tenant_id, id, menu_name, name_en, code, parent_id, address, icon, sort, path)
      select $1, $2::uuid, $3, $4, $5, p.id, $6, $7, $8, coalesce(p.path, '') || $2::text || '/' from (select 1) one
      left join menu p on p.tenant_id = $1 and p.code = $9 and not p.is_deleted
      where not exists (select 1 from menu m where m.tenant_id = $1 and m.code = $5 and not m.is_deleted)`,
    values: [platformTenant, id, item.zh, item.en, item.code, item.path, item.icon, sort, above ?? ''],
  }
}

/** Takes pages out of the side bar, once; a page that administrators have changed stays where they see it. */
const keepForSearch = (codes: readonly string[]): Query => ({
  text: `update menu set is_search_only = 1 where tenant_id = $1 and code = any($2) and not is_deleted and version = 1 and is_search_only is null`,
  values: [platformTenant, codes],
})

/** Moves existing pages into a new group at the same place; pages that an administrator has moved elsewhere stay. */
const moveInto = ({ code, children }: MenuItem, above = ''): Query => ({
  text: `update menu m set parent_id = g.id, path = g.path || m.id::text || '/' from menu g
    where g.tenant_id = $1 and g.code = $2 and not g.is_deleted and m.tenant_id = $1 and m.code = any($3) and not m.is_deleted
      and m.parent_id = (select id from menu where tenant_id = $1 and code = $4 and not is_deleted)`,
  values: [platformTenant, code, (children ?? []).flatMap((child) => (child.children ? [] : [child.code])), above],
})
