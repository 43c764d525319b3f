import { menuRow } from '#contract/entities/platform/menu.ts'
import { tenantPackage } from '#contract/entities/platform/tenant-package.ts'
import { topMenu } from '#contract/entities/platform/top-menu.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { isId, type Parsed, type Raw } from '#contract/kit/parse.ts'
import { menuItems } from '#contract/packages.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { type Hooks, hook } from '#server/kit/hooks.ts'
import { isLink } from './menu-tree.ts'
import { refuseElsewhere, spread } from './tenant-menus.ts'

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
        ? { zh: '系统菜单的路由地址不能更改', en: 'The address of a system menu item cannot be changed' }
        : {
            zh: '外部链接须以 http:// 或 https:// 开头，嵌入页面为 /myiframe/编号?src=https://…',
            en: 'An outside link begins with http:// or https://; a page shown within is /myiframe/code?src=https://…',
          },
      [{ field: 'address' }],
    )
}

/** What the form of other front ends says of every item that is no button, and what their rows are beside. */
const saidOfEach: Readonly<Record<string, readonly string[]>> = { category: ['1'], isOpen: ['0', '1'], action: ['0'], alias: ['menu'] }

const ofTheirs = { name: 'menuName', path: 'address', source: 'icon' } as const

/** What the item is called, where it leads and its sign, as they are stored. */
async function storedRow(tx: Transaction, id: string): Promise<Row | undefined> {
  const { rows } = await tx.run({
    text: 'select m.menu_name as "menuName", m.address, m.icon from menu m where m.tenant_id = $1 and m.id = $2',
    values: [tx.tenantId, id],
  })
  return rows[0]
}

const isSame = (sent: unknown, stored: unknown): boolean => String(sent ?? '') === String(stored ?? '')

/**
 * The draft under our names: front ends of the given calls say `name`, `path` and `source`, in one language. What they say of every item is left out;
 * anything else that no field takes stays, and is refused by its name.
 */
async function ofOtherForm(input: Raw, _context: Context, tx: Transaction): Promise<Raw> {
  const isNew = input.id === undefined || input.id === null || input.id === ''
  const draft: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(input))
    if (!Object.hasOwn(ofTheirs, name) && !saidOfEach[name]?.includes(String(value))) draft[name] = value
  // An empty one is a field of the form that the detail has not filled.
  const said = Object.entries(ofTheirs).filter(([theirs]) => input[theirs] !== undefined && input[theirs] !== '')
  const stored = isId(input.id) && said.some(([, ours]) => input[ours] !== undefined) ? await storedRow(tx, input.id) : undefined
  // Theirs win over nothing and over what the detail answered, never over what was changed.
  for (const [theirs, ours] of said)
    if (input[ours] === undefined || (stored && isSame(input[ours], stored[ours]))) draft[ours] = input[theirs]
  if (isNew && draft.nameEn === undefined && input.name !== undefined) draft.nameEn = input.name
  return draft
}

hook(menuRow, {
  given: ofOtherForm,
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
    if (held.rows.length > 0) throw new Refusal('in_use', { what: tenantPackage })
  },
})
