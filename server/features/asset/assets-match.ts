import { assetsCard, assetsMatch } from '#contract/entities/asset/assets-card.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { sameCode } from '#contract/kit/text/one-writing.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { step } from '#server/kit/steps/step.ts'
import { lockRows } from '#server/kit/write/lock.ts'

/** Whether a card of the book and a device are the same by what both say; `hand` where nothing tells it. */
function basisOf(card: Row, of: Row): 'code' | 'serial' | 'facts' | 'hand' {
  if (sameCode(card.assets_code as string | null, of.assets_code as string | null)) return 'code'
  if (sameCode(card.sn as string | null, of.sn as string | null)) return 'serial'
  const alike = card.assets_name === of.device_name && card.assets_model && card.assets_model === of.device_model
  return alike && card.book_value !== null && card.book_value === of.original_value ? 'facts' : 'hand'
}

/** A card of the book; without its name where the person does not see it. */
function nameOf({ is_seen: isSeen, assets_code: code, assets_name: name }: Row): Words {
  if (isSeen !== true) return { zh: '您数据范围外的资产卡', en: 'an asset card outside your data scope' }
  return { zh: `资产卡“${code} ${name}”`, en: `the asset card “${code} ${name}”` }
}

/** Locks a device until the end, so that two cards of the book are never matched to it together. */
async function freeDevice(context: Context, tx: Transaction, id: string, card: Row): Promise<Row> {
  const [found] = await lockRows(device, context, tx, [id])
  const into = new Parameters()
  const where = `a.tenant_id = ${into.add(tx.tenantId)} and a.device_id = ${into.add(id)} and not a.is_deleted and a.id <> ${into.add(card.id)}`
  const scope = scopeSql(assetsCard, context.actor, 'a', into)
  const { rows } = await tx.run({
    text: `select a.assets_code, a.assets_name, (${scope || 'true'}) as is_seen from assets_card a where ${where}`,
    values: into.values,
  })
  if (rows[0]) {
    const other = nameOf(rows[0])
    throw new Refusal('conflict', {
      zh: `设备“${found!.device_name}”已与${other.zh}匹配`,
      en: `“${found!.device_name}” is matched to ${other.en} already`,
    })
  }
  if (found!.eam_status === 'disposed') throw new Refusal('closed', { state: device.fields.eamStatus.of.disposed })
  return found!
}

step(assetsMatch, 'match', async ({ context, tx, row, input, changes }) => {
  const found = await freeDevice(context, tx, String(input.deviceId), row)
  const by = basisOf(row, found)
  changes.deviceId = { from: null, to: found.id, fromName: null, toName: String(found.device_name) }
  changes.matchedBy = { from: null, to: by }
  return { device_id: found.id, matched_by: by }
})

step(assetsMatch, 'unmatch', async ({ row, changes }) => {
  changes.deviceId = { from: row.device_id, to: null, fromName: null, toName: null }
  return { device_id: null, matched_by: null }
})

/** The own department that other cards of the same department of the book were mapped to. */
async function mappedDept(tx: Transaction, bookDept: unknown): Promise<string | undefined> {
  if (!bookDept) return undefined
  const { rows } = await tx.run({
    text: `select dept_id from assets_card where tenant_id = $1 and book_dept = $2 and dept_id is not null and not is_deleted
      order by updated_at desc, id desc limit 1`,
    values: [tx.tenantId, bookDept],
  })
  return rows[0] ? String(rows[0].dept_id) : undefined
}

hook(assetsCard, {
  async beforeAdd(_, tx, { draft }) {
    if (draft.deptId) return undefined
    const known = await mappedDept(tx, draft.bookDept)
    return known ? { dept_id: known } : undefined
  },
})
