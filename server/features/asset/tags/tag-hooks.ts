import { device } from '#contract/entities/asset/device/device.ts'
import { deviceTag } from '#contract/entities/asset/tags/device-tag.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { codeKey, sameCode } from '#contract/kit/text/one-writing.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { hook } from '#server/kit/hooks.ts'
import { lockSeen } from '#server/kit/write/lock.ts'
import { bind, lockTagsOf, refuseBound, unbind } from './tag-binding.ts'

/** Whether a hospital has tags at all: asked once in a transaction, for an import saves thousands of cards in one. */
const tagged = new WeakMap<Transaction, Promise<boolean>>()

function hasTags(tx: Transaction): Promise<boolean> {
  const known = tagged.get(tx)
  if (known !== undefined) return known
  const asked = tx
    .run({ text: 'select exists (select 1 from device_tag where tenant_id = $1 and not is_deleted) as has', values: [tx.tenantId] })
    .then(({ rows }) => rows[0]?.has === true)
  tagged.set(tx, asked)
  return asked
}

// Tags follow the RFID that is written on a card.
hook(
  device,
  {
    async afterSave(context, tx, { id, draft }) {
      if (!('rfidCode' in draft) || !(await hasTags(tx))) return
      const { by, tags } = await lockTagsOf(context, tx, id, draft.rfidCode)
      const { rows } = await tx.run({
        text: 'select id, device_name from device where tenant_id = $1 and id = $2',
        values: [tx.tenantId, id],
      })
      const isOf = (tag: Row): boolean => sameCode(tag.tag_code as string, draft.rfidCode as string | null)
      for (const tag of tags) if (tag.device_id === id && !isOf(tag)) await unbind(by, tx, tag, rows[0])
      for (const tag of tags) if (isOf(tag) && tag.device_id !== id) await bind(by, tx, tag, rows[0]!)
    },
  },
  5,
)

/** The card that carries the code of a new tag, locked; refuses one that the person does not see. */
async function cardOf(context: Parameters<typeof lockSeen>[1], tx: Transaction, code: unknown): Promise<Row | undefined> {
  const { rows } = await tx.run({
    text: 'select id from device where tenant_id = $1 and rfid_code_key = $2 and not is_deleted',
    values: [tx.tenantId, codeKey(String(code))],
  })
  if (!rows[0]) return undefined
  const [card] = await lockSeen(device, context, tx, [String(rows[0].id)])
  if (!card) await refuseBound(context, tx, code, rows[0].id)
  return sameCode(card?.rfid_code as string | null, String(code)) ? card : undefined
}

hook(deviceTag, {
  async beforeChange(_, __, { row, draft }) {
    const moves = ('tagCode' in draft && draft.tagCode !== row.tag_code) || ('tagKind' in draft && draft.tagKind !== row.tag_kind)
    if (moves && row.tag_status === 'bound')
      throw new Refusal('rule', {
        zh: '标签已绑定设备，请先解绑再修改编码或类型',
        en: 'The tag is on a device. Unbind it before you change its code or kind',
      })
    return undefined
  },
  async afterSave(context, tx, { id, draft }) {
    if (!('tagCode' in draft || 'tagKind' in draft)) return
    const [tag] = await lockSeen(deviceTag, context, tx, [id])
    if (tag?.tag_kind !== 'rfid' || tag.tag_status === 'bound') return
    const card = await cardOf(context, tx, tag.tag_code)
    if (card) await bind(context, tx, tag, card)
  },
})
