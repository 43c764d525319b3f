import { type LabelKind, labelTargets } from '#contract/entities/label/label-lines.ts'
import { type Entity, rightOf } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { isId } from '#contract/kit/fields/parse.ts'
import { rights } from '#contract/rights.ts'
import { mayCall } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import { orderOf } from '#server/kit/read/filter.ts'
import { conditionsOf } from '#server/kit/read/list.ts'

/** Which rows a call names, as its input was read. */
export interface Selection {
  readonly labelKind: LabelKind
  readonly ids?: readonly string[] | null
  readonly search?: string | null
}

// They belong to the page of the list and not to what it finds.
const beside: ReadonlySet<string> = new Set(['current', 'size', 'columns', 'view', 'open', 'format'])

function refuseUnread({ actor }: Context, of: Entity): void {
  const right = rightOf(of, 'list')
  if (!mayCall(actor, right, `${of.name}.list`)) throw new Refusal('forbidden', { right: rights.get(right) ?? right })
}

/** The condition and the order of the rows that the person chose and sees; refuses who may not read them. */
export function selectedRows(context: Context, given: Selection) {
  const of: Entity = labelTargets[given.labelKind]
  refuseUnread(context, of)
  if (!given.ids?.length && !given.search)
    throw new Refusal('rule', { zh: '请选择要打印标签的记录', en: 'Choose the records to print labels for' })
  const view = context.actor.settings.view(of)
  const asked = given.ids?.length ? [] : [...new URLSearchParams(given.search ?? '')].filter(([name]) => !beside.has(name))
  const { parentId, ...rest } = Object.fromEntries(asked)
  // Labels are for rooms, which stand below the floors of what was chosen in the tree.
  const above = given.labelKind === 'room' && isId(parentId) ? parentId : undefined
  const input = above || parentId === undefined ? rest : { ...rest, parentId }
  const conditions = conditionsOf(view, { ...context, input })
  const { into } = conditions
  const chosen = given.ids?.length ? ` and t.id = any(${into.add(given.ids)}::uuid[])` : ''
  const below = above
    ? ` and exists (select 1 from location a where a.tenant_id = t.tenant_id and a.id = ${into.add(above)}::uuid and starts_with(t.path, a.path))`
    : ''
  return { of, view, into, where: `${conditions.where}${chosen}${below} and t.qr_token is not null`, order: orderOf(view, input) }
}

/** Whether a row's label has been printed before, as SQL over its alias `t`. */
export const printedBefore = (kind: LabelKind): string =>
  `exists (select 1 from label_item i where i.tenant_id = t.tenant_id and i.${snake(labelTargets[kind].name)}_id = t.id)`

/** Whether the device of a row is stopped, as SQL over its alias `t`; never a room or a set. */
export const isStopped = (kind: LabelKind): string => (kind === 'device' ? 't.stop_kinds is not null' : 'false')

/** The template that a row's device class, or the nearest one above it, has as its usual one, as SQL over its alias `t`; null for rooms and sets. */
export const usualTemplate = (kind: LabelKind): string =>
  kind !== 'device'
    ? 'null::text'
    : `(select m.id::text from device_class own join device_class c on c.tenant_id = own.tenant_id and starts_with(own.path, c.path) and not c.is_deleted
        join label_template m on m.tenant_id = c.tenant_id and c.id = any(m.classes) and m.label_kind = 'device' and not m.is_deleted
        where own.tenant_id = t.tenant_id and own.id = t.classify_id order by length(c.path) desc, m.updated_at desc limit 1)`
