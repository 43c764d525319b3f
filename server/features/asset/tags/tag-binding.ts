import { device } from '#contract/entities/asset/device/device.ts'
import { deviceTag } from '#contract/entities/asset/tags/device-tag.ts'
import { tagBinding } from '#contract/entities/asset/tags/tag-machines.ts'
import { tagOfCard } from '#contract/entities/asset/tags/tag-rules.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { codeKey, sameCode } from '#contract/kit/text/one-writing.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { apply, step } from '#server/kit/steps/step.ts'

// A card is locked before its tags, so that no two requests wait for each other.

step(tagBinding, 'bind', async ({ input, row, changes }) => {
  changes.deviceId = { from: row.device_id, to: input.deviceId, fromName: null, toName: String(input.deviceName ?? '') || null }
  return { device_id: input.deviceId, bound_at: new Date() }
})

step(tagBinding, 'unbind', async ({ input, row, changes }) => {
  changes.deviceId = { from: row.device_id, to: null, fromName: String(input.deviceName ?? '') || null, toName: null }
  return { device_id: null, bound_at: null }
})

/** What a card that has a code or a tag is called; without its name where the person does not see it. */
async function holderOf(context: Context, tx: Transaction, id: unknown): Promise<{ zh: string; en: string }> {
  const into = new Parameters()
  const where = `t.tenant_id = ${into.add(tx.tenantId)} and t.id = ${into.add(id)}`
  const scope = scopeSql(device, context.actor, 't', into)
  const { rows } = await tx.run({
    text: `select t.device_name, t.device_code from device t where ${where}${scope ? ` and ${scope}` : ''}`,
    values: into.values,
  })
  const [card] = rows
  if (!card) return { zh: '您数据范围外的设备', en: 'a device outside your data scope' }
  const name = [card.device_name, card.device_code].filter(Boolean).join(' ')
  return { zh: `设备“${name}”`, en: `the device “${name}”` }
}

/** Refuses a tag that another card has; names the card. */
export async function refuseBound(context: Context, tx: Transaction, code: unknown, id: unknown): Promise<never> {
  const holder = await holderOf(context, tx, id)
  throw new Refusal('conflict', {
    zh: `标签“${String(code)}”已绑定${holder.zh}`,
    en: `The tag “${String(code)}” is on ${holder.en} already`,
  })
}

/** Refuses a tag that is locked against changes. */
function refuseLocked(tag: Row): void {
  if (tag.edit_status === 'locked') throw new Refusal('closed', { state: deviceTag.fields.editStatus.of.locked })
}

/** Puts a locked tag on a locked card; refuses one that another card has. */
export async function bind(context: Context, tx: Transaction, tag: Row, card: Row): Promise<{ id: string; version: number }> {
  refuseLocked(tag)
  if (tag.tag_status === 'bound') await refuseBound(context, tx, tag.tag_code, tag.device_id)
  return apply(tagBinding, 'bind', context, tx, tag, { deviceId: card.id, deviceName: card.device_name })
}

/** Takes a locked tag off its card. */
export function unbind(context: Context, tx: Transaction, tag: Row, card: Row | undefined): Promise<{ id: string; version: number }> {
  refuseLocked(tag)
  return apply(tagBinding, 'unbind', context, tx, tag, { deviceId: tag.device_id, deviceName: card?.device_name ?? null })
}

/** The RFID tags that a card has or whose code it carries, locked. */
export async function lockTagsOf(context: Context, tx: Transaction, id: string, code: unknown): Promise<{ by: Context; tags: Row[] }> {
  const by = asSystem(context, tagOfCard)
  const { rows } = await tx.run({
    text: `select id from device_tag where tenant_id = $1 and tag_kind = 'rfid' and not is_deleted and (device_id = $2 or tag_code_key = $3)`,
    values: [tx.tenantId, id, codeKey(String(code ?? ''))],
  })
  const tags = await lockByRule(
    deviceTag,
    by,
    tx,
    rows.map((row) => row.id),
  )
  return {
    by,
    tags: tags.filter(
      (tag) => tag.is_deleted !== true && (tag.device_id === id || sameCode(tag.tag_code as string, code as string | null)),
    ),
  }
}
