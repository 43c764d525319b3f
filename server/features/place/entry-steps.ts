import { serialsIn } from '#contract/codes/serials.ts'
import { entryApproval } from '#contract/entities/place/entry-approval.ts'
import { mostEntryCards, warehouseEntering, warehouseEntry } from '#contract/entities/place/warehouse-entry.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { rights } from '#contract/rights.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { endApproval } from '#server/features/flow/public.ts'
import { mayCall } from '#server/kit/access/access.ts'
import { type StepGiven, step } from '#server/kit/steps/step.ts'
import { refuseRetired } from '#server/kit/write/refuse-retired.ts'
import { type EntryLine, makeCards, removeCards } from './entry-cards.ts'
import { emptyStock, fillStock } from './entry-stock.ts'

const rule = (zh: string, en: string) => new Refusal('rule', { zh, en })

async function linesOf(tx: Transaction, entry: Row): Promise<EntryLine[]> {
  const { rows } = await tx.run({
    text: 'select * from warehouse_entry_line where tenant_id = $1 and entry_id = $2 order by place',
    values: [tx.tenantId, entry.id],
  })
  return rows as EntryLine[]
}

/** Refuses lines that cannot become cards: too many, or attached devices without those they belong to. */
function refuseUneven(lines: readonly EntryLine[]): void {
  if (lines.length === 0) throw rule('入库单没有明细', 'The entry has no lines')
  const cards = lines.reduce((sum, line) => sum + (line.line_kind === 'part' ? 0 : Number(line.quantity)), 0)
  if (cards > mostEntryCards)
    throw rule(
      `一张入库单最多建 ${mostEntryCards} 张设备卡，现有 ${cards} 台`,
      `An entry can create at most ${mostEntryCards} device cards, not ${cards}`,
    )
  for (const line of lines) {
    const serials = serialsIn(line.serials as string | null)
    if (serials.length > Number(line.quantity))
      throw rule(
        `第 ${line.place} 行数量为 ${line.quantity}，出厂编号却有 ${serials.length} 个`,
        `Line ${line.place} has ${serials.length} serial numbers for ${line.quantity} pieces`,
      )
  }
  let above = 0
  for (const line of lines) {
    if (line.line_kind === 'device') above = Number(line.quantity)
    if (line.line_kind !== 'accessory' || (above > 0 && Number(line.quantity) % above === 0)) continue
    if (above === 0)
      throw rule(`第 ${line.place} 行附属设备之上没有设备`, `Line ${line.place}: an attached device needs a device line above it`)
    throw rule(
      `第 ${line.place} 行附属设备数量须为设备数量 ${above} 的整倍数`,
      `Line ${line.place}: the quantity must be a multiple of the device quantity ${above}`,
    )
  }
}

/** Refuses a warehouse or department that was closed since the entry was written: nothing comes into it any more. */
const refuseClosedPlace = ({ context, tx, row }: Pick<StepGiven, 'context' | 'tx' | 'row'>): Promise<void> =>
  refuseRetired(
    context,
    tx,
    { warehouse: warehouseEntry.fields.warehouse, dept: warehouseEntry.fields.dept },
    { warehouseId: row.warehouse_id, deptId: row.dept_id },
  )

step(warehouseEntering, 'handIn', async ({ context, tx, row }) => {
  await refuseClosedPlace({ context, tx, row })
  refuseUneven(await linesOf(tx, row))
  return { submitted_by_id: context.actor.userId, decided_by_id: null, opinion: null }
})

step(warehouseEntering, 'approve', async ({ context, tx, row, input, changes }) => {
  await refuseClosedPlace({ context, tx, row })
  const lines = await linesOf(tx, row)
  refuseUneven(lines)
  const made = await makeCards(context, tx, row, lines)
  const begun = await fillStock(context, tx, row, lines)
  tx.later({
    text: `update warehouse_entry_line l set cards = v.cards, stock_part_id = coalesce(v.part, l.stock_part_id), version = l.version + 1, updated_at = now()
      from jsonb_to_recordset($3::jsonb) v(id uuid, cards uuid[], part uuid) where l.tenant_id = $1 and l.entry_id = $2 and l.id = v.id`,
    values: [
      ...[tx.tenantId, row.id],
      JSON.stringify(lines.map(({ id }) => ({ id, cards: made.get(String(id)) ?? [], part: begun.get(String(id)) ?? null }))),
    ],
  })
  const codes = await codesOf(tx, [...made.values()].flat())
  if (codes) changes.codes = { from: null, to: codes }
  return { decided_by_id: context.actor.userId, opinion: input.opinion ?? null, codes }
})

/** The first and the last number of cards. */
async function codesOf(tx: Transaction, ids: readonly string[]): Promise<string | null> {
  const { rows } = await tx.run({
    text: 'select min(device_code) as first, max(device_code) as last from device where tenant_id = $1 and id = any($2::uuid[])',
    values: [tx.tenantId, ids],
  })
  const { first, last } = rows[0]!
  return first === null ? null : first === last ? String(first) : `${first} – ${last}`
}

step(warehouseEntering, 'cancel', async ({ context, tx, row }) => {
  if (row.entry_status === 'submitted') await endApproval(context, tx, entryApproval, row.id)
  if (row.entry_status !== 'done') return undefined
  const right = 'warehouseEntry.approve'
  if (!mayCall(context.actor, right, right)) throw new Refusal('forbidden', { right: rights.get(right) ?? right })
  const lines = await linesOf(tx, row)
  await removeCards(context, tx, row, lines)
  await emptyStock(context, tx, row, lines)
  return undefined
})
