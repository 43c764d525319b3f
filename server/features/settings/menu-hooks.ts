import { menuRow } from '#contract/entities/settings/menu.ts'
import { tenantPackage } from '#contract/entities/settings/tenant-package.ts'
import { topMenu } from '#contract/entities/settings/top-menu.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed, Raw } from '#contract/kit/fields/parse.ts'
import { menuItems } from '#contract/packages.ts'
import type { Context } from '#server/kit/context.ts'
import { type Hooks, hook } from '#server/kit/hooks.ts'
import { isLink } from './menu-tree.ts'
import { refuseElsewhere } from './public.ts'
import { spread } from './tenant-menus.ts'

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
        ? { zh: '系统菜单的路由地址不能更改', en: 'A system menu item’s address cannot be changed' }
        : {
            zh: '外部链接须以 http:// 或 https:// 开头，嵌入页面为 /myiframe/编号?src=https://…',
            en: 'An external link must begin with http:// or https://; an embedded page is /myiframe/code?src=https://…',
          },
      [{ field: 'address' }],
    )
}

hook(menuRow, {
  async beforeAdd(context, _tx, { draft }) {
    refuseElsewhere(context)
    refuseAddress(draft.code, draft)
    return undefined
  },
  async beforeChange(context, _tx, { row, draft }) {
    refuseElsewhere(context)
    if ('code' in draft && draft.code !== row.code)
      throw new Refusal('rule', { zh: '菜单编号不能更改', en: 'A menu item’s code cannot be changed' }, [{ field: 'code' }])
    refuseAddress(row.code, draft)
    return undefined
  },
  async beforeRemove(context, _tx, { rows }) {
    refuseElsewhere(context)
    if (rows.some((row) => menuItems.has(String(row.code))))
      throw new Refusal('rule', { zh: '系统菜单不能删除，可以隐藏', en: 'A system menu item cannot be deleted, but it can be hidden' })
  },
})

const refuse = async (context: Context): Promise<undefined> => {
  refuseElsewhere(context)
  return undefined
}
const ofPlatform: Hooks = { beforeAdd: refuse, beforeChange: refuse }

hook(topMenu, ofPlatform)

hook(tenantPackage, {
  ...ofPlatform,
  given: (input: Raw) => {
    const { menuId } = input
    if (typeof menuId !== 'string') return input
    return { ...input, menuId: menuId.split(',').flatMap((id) => (id.trim() === '' ? [] : [id.trim()])) }
  },
  async afterSave(_, tx, { id, isNew }) {
    if (!isNew) await spread(tx, [id])
  },
  async beforeRemove(_context, tx, { rows }) {
    const held = await tx.run({
      text: 'select 1 from tenant where package_id = any($1::uuid[]) limit 1',
      values: [rows.map((row) => row.id)],
    })
    if (held.rows.length > 0) throw new Refusal('in_use', { what: tenantPackage, instead: '' })
  },
})
