import { device } from '#contract/entities/asset/device/device.ts'
import { deviceSplitting } from '#contract/entities/ledger/device-split.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { leaveSplit } from '#server/features/asset/public.ts'
import type { Context } from '#server/kit/context.ts'
import { step } from '#server/kit/steps/step.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { remove } from '#server/kit/write/remove.ts'
import { refuseMentioned } from '#server/kit/write/used.ts'
import { lockBook } from '../books/books.ts'
import { holdMonths } from '../close/closed-months.ts'
import { writeValue } from './split-answers.ts'

const rule = ({ zh, en }: Words): Refusal => new Refusal('rule', { zh, en })

const followed: Words = {
  zh: '拆出的设备卡已有自己的单据或变动，不能撤销拆分',
  en: 'A new card has records or changes of its own, so the split cannot be undone',
}

/** Keeps the months of all books as they are. */
async function holdBooks(tx: Transaction): Promise<void> {
  const { rows } = await tx.run({
    text: 'select id from depreciation_rule where tenant_id = $1 and not is_deleted order by id',
    values: [tx.tenantId],
  })
  for (const { id } of rows) {
    await holdMonths(tx, String(id))
    await lockBook(tx, String(id))
  }
}

/**
 * Refuses a split after which a month was closed, or the original card was changed in a way that the books know. A book that began since says nothing of it yet, and a
 * column that a later release added is empty.
 */
async function refuseFollowed(tx: Transaction, split: Row, card: Row): Promise<void> {
  const { rows } = await tx.run({
    text: `select s.stands->'closed' <@ (n.now->'closed') as is_open, jsonb_strip_nulls(s.stands - 'closed') = jsonb_strip_nulls(n.now - 'closed') as is_same, p.part_value = d.original_value as is_kept
      from device_split s join device_split_part p on p.tenant_id = s.tenant_id and p.split_id = s.id and p.device_id = s.device_id
      join device d on d.tenant_id = s.tenant_id and d.id = s.device_id, lateral (select card_standing(s.tenant_id, s.device_id) as now) n
      where s.tenant_id = $1 and s.id = $2`,
    values: [tx.tenantId, split.id],
  })
  const found = rows[0]!
  if (!found.is_open)
    throw rule({ zh: '拆分后已有月份结账，不能撤销拆分', en: 'A month was closed after the split, so it cannot be undone' })
  if (
    !found.is_same ||
    !found.is_kept ||
    card.filing_status !== 'filed' ||
    ['disposed', 'missing', 'pending_disposal'].includes(String(card.eam_status))
  )
    throw rule({
      zh: `原设备卡“${card.device_name}”在拆分后又有变动，不能撤销拆分`,
      en: `The original card “${card.device_name}” was changed after the split, so it cannot be undone`,
    })
}

/** Removes the new cards with their places in the books. Refuses one that anything has been done with. */
async function removeParts(context: Context, tx: Transaction, split: Row): Promise<void> {
  const found = await tx.run({
    text: 'select device_id from device_split_part where tenant_id = $1 and split_id = $2 and device_id <> $3 order by device_id',
    values: [tx.tenantId, split.id, split.device_id],
  })
  const ids = found.rows.map((row) => String(row.device_id))
  const cards = await lockRows(device, context, tx, ids)
  const { rows } = await tx.run({
    text: `select exists (select 1 from audit_event e where e.tenant_id = $1 and e.entity = $3 and e.entity_id = any($2::uuid[]) and e.verb not in ('add', 'splitFrom'))
      or exists (select 1 from device_hold h where h.tenant_id = $1 and h.device_id = any($2::uuid[]))
      or exists (select 1 from depreciation_offset o where o.tenant_id = $1 and o.device_id = any($2::uuid[])) as used`,
    values: [tx.tenantId, ids, device.name],
  })
  if (rows[0]!.used || cards.some((card) => Number(card.version) !== 2)) throw rule(followed)
  const places = 'select id from device_depreciation where tenant_id = $1 and device_id = any($2::uuid[])'
  for (const text of [
    `delete from depreciation_term where tenant_id = $1 and owner_id in (select unnest($2::uuid[]) union all ${places})`,
    `delete from device_fund where tenant_id = $1 and card_id in (${places})`,
    'delete from device_depreciation where tenant_id = $1 and device_id = any($2::uuid[])',
  ])
    await tx.run({ text, values: [tx.tenantId, ids], once: true })
  const view = context.actor.settings.view(device)
  await leaveSplit(context, tx, ids)
  try {
    await refuseMentioned(device, tx, ids)
    // Filed cards are not removed by people; what a split made may go with it.
    await remove({ ...view, entity: { ...view.entity, removable: undefined } as typeof device }, context, tx, ids)
  } catch (thrown) {
    throw thrown instanceof Refusal && thrown.code === 'in_use' ? rule(followed) : thrown
  }
}

/** Gives the original card its value back, and what the books said of it. */
async function restore(context: Context, tx: Transaction, split: Row, card: Row): Promise<void> {
  const { userId } = context.actor
  await writeValue(context, tx, card, { verb: 'unsplit' }, split.value_total)
  const of = [tx.tenantId, split.id]
  await tx.run({
    text: `update device_depreciation b set book_value = v.book_value, accumulated = v.accumulated, net_value = v.net_value, opening_amount = v.opening_amount,
        fund_total = v.fund_total, progress = nullif(v.progress, 'null'), progress_before = nullif(v.progress_before, 'null'),
        part_residual = v.part_residual, version = b.version + 1, updated_by = $3, updated_at = now()
      from device_split s, jsonb_to_recordset(s.stood->'places') v(id uuid, book_value numeric, accumulated numeric, net_value numeric, opening_amount numeric,
        fund_total numeric, progress jsonb, progress_before jsonb, part_residual jsonb)
      where s.tenant_id = $1 and s.id = $2 and b.tenant_id = s.tenant_id and b.device_id = s.device_id and b.id = v.id`,
    values: [...of, userId],
    once: true,
  })
  await tx.run({
    text: `update device_fund f set amount = v.amount, version = f.version + 1, updated_by = $3, updated_at = now()
      from device_split s, jsonb_to_recordset(s.stood->'funds') v(id uuid, amount numeric)
      where s.tenant_id = $1 and s.id = $2 and f.tenant_id = s.tenant_id and f.id = v.id`,
    values: [...of, userId],
    once: true,
  })
  await tx.run({
    text: `update depreciation_term t set value = v.value
      from device_split s, jsonb_to_recordset(s.stood->'terms') v(owner_id uuid, field text, last_month int, value text)
      where s.tenant_id = $1 and s.id = $2 and t.tenant_id = s.tenant_id and t.owner_id = v.owner_id and t.field = v.field and t.last_month = v.last_month`,
    values: of,
    once: true,
  })
  await tx.run({ text: 'delete from depreciation_split where tenant_id = $1 and split_id = $2', values: of })
}

step(deviceSplitting, 'undo', async ({ context, tx, row }) => {
  const [card] = (await lockRows(device, context, tx, [String(row.device_id)])) as [Row]
  await holdBooks(tx)
  await refuseFollowed(tx, row, card)
  await removeParts(context, tx, row)
  await restore(context, tx, row, card)
  return undefined
})
