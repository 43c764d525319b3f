import { bindTag, editTag, unbindTag } from '#contract/calls/asset/device-tag.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { deviceTag } from '#contract/entities/asset/tags/device-tag.ts'
import { tagEditing } from '#contract/entities/asset/tags/tag-machines.ts'
import { rightOf } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { codeKey, sameCode } from '#contract/kit/text/one-writing.ts'
import { rights } from '#contract/rights.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { mayList } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { idOf, read } from '#server/kit/refuse.ts'
import { apply } from '#server/kit/steps/step.ts'
import { lockRows, refuseClosed } from '#server/kit/write/lock.ts'
import { uniqueRefusal } from '#server/kit/write/unique.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { bind, refuseBound, unbind } from './tag-binding.ts'

/** Refuses who may not see cards: a binding reads and changes one. */
function refuseBlind({ actor }: Context): void {
  const right = rightOf(device, 'list')
  if (!mayList(actor, device)) throw new Refusal('forbidden', { right: rights.get(right) ?? right })
}

const writeRfid = (context: Context, tx: Transaction, card: Row, to: string | null): Promise<void> =>
  writeRows(device, context, tx, { verb: 'change' }, [
    { row: card, set: { rfid_code: to }, changes: { rfidCode: { from: card.rfid_code ?? null, to } } },
  ])

/** Gives a card the code of an RFID tag; refuses when it carries another one, or another card carries this one. */
async function giveRfid(context: Context, tx: Transaction, card: Row, code: string): Promise<void> {
  if (sameCode(card.rfid_code as string | null, code)) return
  if (card.rfid_code)
    throw new Refusal('conflict', {
      zh: `设备“${String(card.device_name)}”已有 RFID“${String(card.rfid_code)}”，请先解绑`,
      en: `“${String(card.device_name)}” has the RFID “${String(card.rfid_code)}” already. Unbind it first`,
    })
  const { rows } = await tx.run({
    text: 'select id from device where tenant_id = $1 and rfid_code_key = $2 and not is_deleted',
    values: [tx.tenantId, codeKey(code)],
  })
  if (rows[0]) await refuseBound(context, tx, code, rows[0].id)
  await uniqueRefusal(context.actor.settings.view(device), { rfidCode: code }, () => writeRfid(context, tx, card, code))
}

/** Binds a tag: the card is locked first, so that of two people with one tag the second finds it bound. */
async function bindOne(context: Context, tx: Transaction) {
  const { tagInputtingId } = read(bindTag.input, context.input)
  refuseBlind(context)
  const [card] = (await lockRows(device, context, tx, [idOf(context)])) as [Row]
  const [tag] = (await lockRows(deviceTag, context, tx, [String(tagInputtingId)])) as [Row]
  if (tag.device_id === card.id) return { id: String(tag.id), version: Number(tag.version) }
  refuseClosed(device, device.editable, card)
  const done = await bind(context, tx, tag, card)
  if (tag.tag_kind === 'rfid') await giveRfid(context, tx, card, String(tag.tag_code))
  return done
}

/** Takes a tag off its card, which may be closed or removed by now. */
async function unbindOne(context: Context, tx: Transaction) {
  read(unbindTag.input, context.input)
  refuseBlind(context)
  const id = idOf(context)
  const { rows } = await tx.run({ text: 'select device_id from device_tag where tenant_id = $1 and id = $2', values: [tx.tenantId, id] })
  const deviceId = rows[0]?.device_id
  const [card] = deviceId ? await lockRows(device, context, tx, [String(deviceId)]) : []
  const [tag] = (await lockRows(deviceTag, context, tx, [id])) as [Row]
  if (tag.device_id !== (deviceId ?? null)) throw new Refusal('busy')
  const done = await unbind(context, tx, tag, card)
  if (card && tag.tag_kind === 'rfid' && sameCode(card.rfid_code as string | null, tag.tag_code as string))
    await writeRfid(context, tx, card, null)
  return done
}

async function editOne(context: Context, tx: Transaction) {
  const { value } = read(editTag.input, context.input)
  const [tag] = (await lockRows(deviceTag, context, tx, [idOf(context)])) as [Row]
  if (tag.edit_status === value) return { id: String(tag.id), version: Number(tag.version) }
  return apply(tagEditing, value === 'locked' ? 'lock' : 'unlock', context, tx, tag)
}

export const tagAnswers: readonly Answer[] = [
  answer(bindTag, { write: bindOne }),
  answer(unbindTag, { write: unbindOne }),
  answer(editTag, { write: editOne }),
]
