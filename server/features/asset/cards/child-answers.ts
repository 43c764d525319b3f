import { bindChildren, submitChild, submitWithChildren, unbindChildren } from '#contract/calls/asset/device-cards.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { lockRows, refuseClosed } from '#server/kit/write/lock.ts'
import { type Saved, submit } from '#server/kit/write/save.ts'
import { changeCards } from './change-cards.ts'

const savedOf = (rows: readonly Row[]): Saved[] => rows.map((row) => ({ id: String(row.id), version: Number(row.version) }))
const conflict = (zh: string, en: string) => new Refusal('conflict', { zh, en })

/** Refuses what cannot be attached: depth is one level, and a device hangs below one other at most. */
function refuseDeep(parent: Row, children: readonly Row[], above: ReadonlySet<unknown>): void {
  if (parent.parent_id)
    throw conflict(`“${parent.device_name}”本身是附属设备，不能再挂附属设备`, `“${parent.device_name}” is itself an attached device`)
  for (const child of children) {
    const name = child.device_name
    if (above.has(child.id)) throw conflict(`“${name}”已有附属设备，不能再挂到其他设备下`, `“${name}” has attached devices itself`)
    if (child.parent_id && child.parent_id !== parent.id)
      throw conflict(`“${name}”已挂在其他设备下，请先解绑`, `“${name}” is attached to another device. Detach it first`)
  }
}

/** Attaches devices; the one they hang on and all of them stay locked, so that two bindings cannot make a chain together. */
async function bind(context: Context, tx: Transaction) {
  const { parentId, childIds } = read(bindChildren.input, context.input) as { parentId: string; childIds: string[] }
  if (childIds.length === 0) throw refusalOf([{ field: 'childIds', label: bindChildren.input.childIds, rule: 'required' }])
  if (childIds.includes(parentId)) throw conflict('设备不能是自己的主设备', 'A device cannot be its own parent')
  const rows = await lockRows(device, context, tx, [parentId, ...childIds].sort())
  const parent = rows.find((row) => row.id === parentId)!
  refuseClosed(device, device.editable, parent)
  const children = rows.filter((row) => row !== parent)
  const below = await tx.run({
    text: 'select distinct parent_id from device where tenant_id = $1 and parent_id = any($2::uuid[]) and not is_deleted',
    values: [tx.tenantId, childIds],
  })
  refuseDeep(parent, children, new Set(below.rows.map((row) => row.parent_id)))
  await changeCards(
    context,
    tx,
    { verb: 'bind' },
    children.map((row) => ({ row, draft: { parentId } })),
  )
  return savedOf(children)
}

/** Takes devices off the one they hang on. */
async function unbind(context: Context, tx: Transaction) {
  const { childIds } = read(unbindChildren.input, context.input) as { childIds: string[] }
  if (childIds.length === 0) throw refusalOf([{ field: 'childIds', label: unbindChildren.input.childIds, rule: 'required' }])
  const rows = await lockRows(device, context, tx, childIds.sort())
  const free = rows.find((row) => !row.parent_id)
  if (free) throw conflict(`“${free.device_name}”没有挂在其他设备下`, `“${free.device_name}” is attached to no device`)
  await changeCards(
    context,
    tx,
    { verb: 'unbind' },
    rows.map((row) => ({ row, draft: { parentId: null } })),
  )
  return savedOf(rows)
}

/** What a new child has where nothing is said of it: the place and the keeper of the device it hangs on. */
const placeOf = (parent: Row): Parsed => ({
  ...(parent.use_dept_id ? { useDeptId: parent.use_dept_id } : {}),
  ...(parent.location_id ? { locationId: parent.location_id } : {}),
  ...(parent.keeper_id ? { keeperId: parent.keeper_id } : {}),
})

const given = (draft: Parsed): Parsed =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null && value !== undefined))

/** Saves a device that hangs on another. */
async function saveChild(context: Context, tx: Transaction) {
  const { parentId } = read({ parent: submitChild.input.parent }, { parentId: context.input.parentId }) as { parentId: string }
  const view = context.actor.settings.view(device)
  const isNew = !context.input.id
  const [parent] = await lockRows(device, context, tx, [parentId])
  return submit(view, { ...context, input: isNew ? { ...placeOf(parent!), ...given(context.input) } : context.input }, tx)
}

/** Saves a card and adds devices that hang on it. */
async function saveWithChildren(context: Context, tx: Transaction) {
  const { children: drafts = null, ...card } = context.input
  const { children } = read({ children: submitWithChildren.input.children }, { children: drafts }) as { children?: Parsed[] | null }
  const view = context.actor.settings.view(device)
  const parent = await submit(view, { ...context, input: card }, tx)
  if (!children?.length) return { ...parent, children: [] }
  const [row] = await lockRows(device, context, tx, [parent.id])
  const { op: _, ...plain } = context
  const done: Saved[] = []
  for (const draft of children)
    done.push(await submit(view, { ...plain, input: { ...placeOf(row!), ...given(draft), parentId: parent.id } }, tx))
  return { ...parent, children: done }
}

export const childAnswers: readonly Answer[] = [
  answer(bindChildren, { write: bind }),
  answer(unbindChildren, { write: unbind }),
  answer(submitChild, { write: saveChild }),
  answer(submitWithChildren, { write: saveWithChildren }),
]
