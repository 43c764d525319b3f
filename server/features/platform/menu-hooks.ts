import { grantTop, grantTopTree, packageOf, setPackage, topKeys } from '#contract/calls/menu.ts'
import { menuRow } from '#contract/entities/platform/menu.ts'
import { tenantPackage } from '#contract/entities/platform/tenant-package.ts'
import { topMenu } from '#contract/entities/platform/top-menu.ts'
import type { AnswerOf } from '#contract/kit/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed, Raw } from '#contract/kit/parse.ts'
import { menuItems } from '#contract/packages.ts'
import { platformTenant } from '#contract/roles.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { record } from '#server/kit/event.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { hook } from '#server/kit/hooks.ts'
import { linkNames } from '#server/kit/links.ts'
import { lockRows } from '#server/kit/lock.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { logAccess } from './access-entries.ts'
import { isLink } from './menu-tree.ts'

/** These rows are the platform's: in another tenant nothing reads them, so that nothing may write them there either. */
function refuseElsewhere({ actor }: Pick<Context, 'actor'>): void {
  if (actor.tenantId !== platformTenant) throw new Refusal('forbidden', { right: menuRow })
}

/** Declared items keep their code and page; others lead outside, by http or https, or hold items. */
function refuseAddress(code: unknown, draft: Parsed): void {
  if (!('address' in draft)) return
  const address = (draft.address as string | null) ?? null
  const item = menuItems.get(String(code))
  const isFine = item ? address === null || address === item.path : address === null || isLink(address)
  if (!isFine)
    throw new Refusal(
      'rule',
      item
        ? { zh: '系统菜单的路由地址不能更改', en: 'The address of an item of the program cannot be changed' }
        : { zh: '外部链接须以 http:// 或 https:// 开头', en: 'An outside link begins with http:// or https://' },
      [{ field: 'address' }],
    )
}

/** Other processes and tenants load their people, and with them menus and rights, again. */
async function bumpTenants(tx: Transaction, ids: readonly unknown[]): Promise<void> {
  const enter = (id: unknown): void => tx.later({ text: `select set_config('app.tenant', $1, true)`, values: [id] })
  for (const id of ids) {
    enter(id)
    tx.later({
      text: `insert into tenant_epoch (tenant_id, epoch) values ($1, nextval('epoch_seq')) on conflict (tenant_id) do update set epoch = excluded.epoch`,
      values: [id],
    })
  }
  enter(tx.tenantId)
}

hook(menuRow, {
  given: (input: Raw) => {
    const { path, ...rest } = input
    return path === undefined || 'address' in input ? input : { ...rest, address: path }
  },
  async beforeAdd(context, _tx, { draft }) {
    refuseElsewhere(context)
    refuseAddress(draft.code, draft)
    return undefined
  },
  async beforeChange(context, _tx, { row, draft }) {
    refuseElsewhere(context)
    if ('code' in draft && draft.code !== row.code)
      throw new Refusal('rule', { zh: '菜单编号不能更改', en: 'The code of a menu item cannot be changed' }, [{ field: 'code' }])
    refuseAddress(row.code, draft)
    return undefined
  },
  async beforeRemove(context, _tx, { rows }) {
    refuseElsewhere(context)
    if (rows.some((row) => menuItems.has(String(row.code))))
      throw new Refusal('rule', { zh: '系统菜单不能删除，可以隐藏', en: 'An item of the program cannot be removed; it can be hidden' })
  },
})

hook(topMenu, {
  async beforeAdd(context) {
    refuseElsewhere(context)
    return undefined
  },
  async beforeChange(context) {
    refuseElsewhere(context)
    return undefined
  },
})

/** The tenants that have one of these packages, with the codes as they are to be. */
async function spread(tx: Transaction, packageIds: readonly unknown[]): Promise<void> {
  const { rows } = await tx.run({
    text: `update tenant t set menu_codes = (select coalesce(array_agg(m.code order by m.code), '{}') from tenant_package p
        join menu m on m.tenant_id = p.tenant_id and m.id = any(p.menu_id) and not m.is_deleted where p.tenant_id = $1 and p.id = t.package_id)
      where t.package_id = any($2::uuid[]) returning t.id`,
    values: [platformTenant, packageIds],
  })
  await bumpTenants(
    tx,
    rows.map((row) => row.id),
  )
}

hook(tenantPackage, {
  given: (input: Raw) => {
    const { menuId } = input
    if (typeof menuId !== 'string') return input
    return { ...input, menuId: menuId.split(',').flatMap((id) => (id.trim() === '' ? [] : [id.trim()])) }
  },
  async beforeAdd(context) {
    refuseElsewhere(context)
    return undefined
  },
  async beforeChange(context) {
    refuseElsewhere(context)
    return undefined
  },
  async afterSave(_, tx, { id, isNew }) {
    if (!isNew) await spread(tx, [id])
  },
  async beforeRemove(_context, tx, { rows }) {
    const held = await tx.run({
      text: 'select 1 from tenant where package_id = any($1::uuid[]) limit 1',
      values: [rows.map((row) => row.id)],
    })
    if (held.rows.length > 0) throw new Refusal('in_use', { what: tenantPackage })
  },
})

async function grant(context: Context, tx: Transaction) {
  refuseElsewhere(context)
  const { topMenuIds, menuIds } = read(grantTop.input, context.input) as { topMenuIds: string[]; menuIds: string[] }
  const rows = await lockRows(topMenu, context, tx, [...new Set(topMenuIds)].sort())
  await linkNames(context.actor.settings.view(topMenu), context, tx, [{ name: 'menus', from: null, to: menuIds }])
  for (const row of rows) {
    const version = Number(row.version) + 1
    tx.later({
      text: 'update top_menu set menus = $3::uuid[], version = $4, updated_by = $5, updated_at = now() where tenant_id = $1 and id = $2',
      values: [tx.tenantId, row.id, menuIds, version, context.actor.userId],
    })
    record(context, tx, {
      entity: topMenu.name,
      entityId: String(row.id),
      verb: 'grant',
      version,
      changes: { menus: { from: row.menus, to: menuIds } },
    })
  }
  return { granted: rows.length }
}

interface TreeRow {
  readonly id: string
  readonly name: string
  readonly parent: string | null
}
type TreeNode = AnswerOf<typeof grantTopTree>[number]

function tree({ actor, language }: Context): ReadPlan<AnswerOf<typeof grantTopTree>> {
  const text = `select id, ${language === 'zh' ? 'menu_name' : 'name_en'} as name, parent_id as parent from menu where tenant_id = $1 and not is_deleted order by sort nulls last, created_at, id`
  return {
    queries: [{ text, values: [actor.tenantId] }],
    answer([found]) {
      const rows = found!.rows as unknown as TreeRow[]
      const below = (parent: string | null): TreeNode[] =>
        rows.filter((row) => row.parent === parent).map(({ id, name }) => ({ id, name, children: below(id) }))
      return below(null)
    },
  }
}

function keys(context: Context): ReadPlan<AnswerOf<typeof topKeys>> {
  const { topMenuIds } = read(topKeys.input, context.input) as { topMenuIds: string[] }
  const text = `select distinct unnest(menus) as id from top_menu where tenant_id = $1 and id = any($2::uuid[]) and not is_deleted order by 1`
  return {
    queries: [{ text, values: [context.actor.tenantId, topMenuIds] }],
    answer: ([found]) => found!.rows.map((row) => String(row.id)),
  }
}

function packageHeld(context: Context): ReadPlan<AnswerOf<typeof packageOf>> {
  refuseElsewhere(context)
  const { tenantId } = read(packageOf.input, context.input) as { tenantId: string }
  const text = `select t.id as "tenantId", t.package_id as "packageId", p.package_name as "packageName", p.menu_id as "menuId"
    from tenant t left join tenant_package p on p.tenant_id = $1 and p.id = t.package_id where t.id = $2`
  return {
    queries: [{ text, values: [platformTenant, tenantId] }],
    answer([found]) {
      const row = found!.rows[0]
      if (!row) throw new Refusal('not_found', { what: packageOf.input.tenantId })
      return row as unknown as AnswerOf<typeof packageOf>
    },
  }
}

async function give(context: Context, tx: Transaction) {
  refuseElsewhere(context)
  const { tenantId, packageId = null } = read(setPackage.input, context.input) as { tenantId: string; packageId?: string | null }
  if (tenantId === platformTenant)
    throw new Refusal('rule', { zh: '平台自己的租户没有产品包', en: 'The platform’s own tenant has no package' })
  const { rows } = packageId
    ? await tx.run({
        text: 'select package_name from tenant_package where tenant_id = $1 and id = $2 and not is_deleted for share',
        values: [tx.tenantId, packageId],
      })
    : { rows: [] as Row[] }
  if (packageId && rows.length === 0) throw refusalOf([{ field: 'packageId', label: setPackage.input.package, rule: 'absent' }])
  const set = await tx.run({
    text: 'update tenant set package_id = $2, menu_codes = null where id = $1 returning id',
    values: [tenantId, packageId],
  })
  if (set.rows.length === 0) throw new Refusal('not_found', { what: setPackage.input.tenantId })
  if (packageId) await spread(tx, [packageId])
  await bumpTenants(tx, [tenantId])
  logAccess(context, tx, { event: 'hospital', detail: `${tenantId}: ${rows[0]?.package_name ?? '−'}` })
  return { tenantId, packageId }
}

/** What the platform does with top menus and packages beside keeping them. */
export const menuAnswers: readonly Answer[] = [
  answer(grantTopTree, { read: tree }),
  answer(topKeys, { read: keys }),
  answer(grantTop, { write: grant }),
  answer(packageOf, { read: packageHeld }),
  answer(setPackage, { write: give }),
]
