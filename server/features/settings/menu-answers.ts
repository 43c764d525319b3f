import { grantTop, grantTopTree, packageOf, setPackage, topKeys } from '#contract/calls/settings/menu.ts'
import { topMenu } from '#contract/entities/settings/top-menu.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { platformTenant } from '#contract/roles.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { logAccess } from '#server/features/record/public.ts'
import { bumpTenants } from '#server/kit/access/tenant-epoch.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { linkNames } from '#server/kit/read/links.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { byParent } from './menu-tree.ts'
import { refuseElsewhere } from './public.ts'
import { spread } from './tenant-menus.ts'

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
      const children = byParent(rows, (row) => row.parent)
      const below = (parent: string | null): TreeNode[] =>
        (children.get(parent) ?? []).map(({ id, name }) => ({ id, name, children: below(id) }))
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
