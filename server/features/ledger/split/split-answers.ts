import { v7 as uuid } from 'uuid'
import { splitDevice, splitsOfDevice } from '#contract/calls/ledger/device-split.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { deviceSplit } from '#contract/entities/ledger/device-split.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row, type Rows } from '#server/db/query.ts'
import { addLike, followSplit } from '#server/features/asset/public.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { lockRows, refuseStale } from '#server/kit/write/lock.ts'
import { nextNumber } from '#server/kit/write/numbering.ts'
import { gatherStatistics } from '#server/kit/write/statistics.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { booksToDivide, divideBooks } from './divide-books.ts'
import { refuseHidden, refuseUnsplittable, valuesOf } from './may-split.ts'

interface Part {
  readonly value: string
  readonly deviceName?: string | null
  readonly sn?: string | null
  readonly useDeptId?: string | null
  readonly locationId?: string | null
}
interface Asked {
  readonly id: string
  readonly version?: number | null
  readonly parts: readonly Part[]
  readonly reason: string
}

/** Adds the new cards: filed, and in the state of the original. Answers their ids and numbers in the order of the parts. */
async function addCards(context: Context, tx: Transaction, card: Row, parts: readonly Part[]): Promise<{ ids: string[]; codes: string[] }> {
  const ids: string[] = []
  for (const { value, ...said } of parts) ids.push(await addLike(context, tx, card, { ...said, originalValue: value }))
  const rows = await lockRows(device, context, tx, ids)
  const [eam, filing] = [String(card.eam_status), 'filed']
  await writeRows(
    device,
    context,
    tx,
    { verb: 'splitFrom', input: { from: String(card.device_code ?? '') } },
    rows.map((row) => ({
      row,
      set: { eam_status: eam, filing_status: filing },
      changes: {
        filingStatus: { from: row.filing_status, to: filing },
        ...(row.eam_status === eam ? {} : { eamStatus: { from: row.eam_status, to: eam } }),
      },
    })),
  )
  const codes = new Map(rows.map((row) => [row.id, String(row.device_code ?? '')]))
  return { ids, codes: ids.map((id) => codes.get(id)!) }
}

/** New cards in another department are charged to the former one until the end of the month. */
async function keepDepartment(tx: Transaction, card: Row, ids: readonly string[]): Promise<void> {
  await tx.run({
    text: `select keep_term(d.tenant_id, d.id, 'dept', $3::text) from device d
      where d.tenant_id = $1 and d.id = any($2::uuid[]) and $3::text is not null and d.use_dept_id <> $3::text::uuid`,
    values: [tx.tenantId, ids, card.use_dept_id ?? null],
    once: true,
  })
}

/** Lowers the value of the original card to its part. What it said before did not change for the books: they are divided instead. */
async function keepRest(context: Context, tx: Transaction, card: Row, to: string, codes: readonly string[]): Promise<void> {
  await writeValue(context, tx, card, { verb: 'split', input: { codes: codes.join('、') } }, to)
}

/** Writes another value of a card by a split: no change for the books, which are divided or put together with it. */
export async function writeValue(
  context: Context,
  tx: Transaction,
  card: Row,
  act: { verb: string; input?: unknown },
  to: unknown,
): Promise<void> {
  const changes = { originalValue: { from: card.original_value, to } }
  await writeRows(device, context, tx, act, [{ row: card, set: { original_value: to }, changes }])
  await tx.run({
    text: `delete from depreciation_term where tenant_id = $1 and owner_id = $2 and field = 'value' and xmin = pg_current_xact_id()::xid`,
    values: [tx.tenantId, card.id],
    once: true,
  })
}

const standing = async (tx: Transaction, id: unknown): Promise<string> =>
  String((await tx.run({ text: 'select card_standing($1, $2)::text as it', values: [tx.tenantId, id] })).rows[0]!.it)

/** Splits a card with what the books say of it. */
async function split(context: Context, tx: Transaction): Promise<AnswerOf<typeof splitDevice>> {
  const asked = read(context.actor.settings.inputs(splitDevice.input), context.input) as unknown as Asked
  if (asked.parts.length === 0) throw refusalOf([{ field: 'parts', label: splitDevice.input.parts, rule: 'required' }])
  const [card] = (await lockRows(device, context, tx, [asked.id])) as [Row]
  await refuseStale(device, context, tx, card, asked.version)
  refuseHidden(context)
  await refuseUnsplittable(tx, card)
  const values = valuesOf(
    card,
    asked.parts.map(({ value }) => cents(value)),
  )
  const inBooks = await booksToDivide(tx, asked.id)
  const stood = await standing(tx, asked.id)
  const { ids, codes } = await addCards(context, tx, card, asked.parts)
  const [code, total] = [String(card.device_code ?? ''), card.original_value]
  await keepRest(context, tx, card, decimalText(values[0]!, 2), codes)
  const splitId = uuid()
  const splitNo = await nextNumber(tx, deviceSplit.name, deviceSplit.fields.splitNo.rule)
  const all = { ids: [asked.id, ...ids], codes: [code, ...codes], values }
  await tx.run({
    text: `insert into device_split (tenant_id, id, created_by, updated_by, split_no, split_status, device_id, split_on, part_count, value_total, reason, stood)
      values ($1, $2, $3, $3, $4, 'done', $5, $6::date, $7, $8, $9, $10::jsonb)`,
    values: [
      ...[tx.tenantId, splitId, context.actor.userId, splitNo, asked.id, homeDay(context.occurredAt), values.length],
      ...[total, asked.reason, stood],
    ],
  })
  await tx.run({
    text: `insert into device_split_part (tenant_id, id, created_by, updated_by, split_id, place, asset_no, device_id, part_value)
      select $1, gen_random_uuid(), $2, $2, $3, v.place, v.no, v.id, v.value
      from unnest($4::uuid[], $5::text[], $6::numeric[]) with ordinality v(id, no, value, place)`,
    values: [tx.tenantId, context.actor.userId, splitId, all.ids, all.codes, values.map((one) => decimalText(one, 2))],
    once: true,
  })
  await divideBooks(context, tx, splitId, inBooks, all)
  await keepDepartment(tx, card, ids)
  await followSplit(context, tx, card, ids)
  await tx.run({
    text: 'update device_split set stands = card_standing(tenant_id, device_id) where tenant_id = $1 and id = $2',
    values: [tx.tenantId, splitId],
  })
  record(context, tx, { entity: deviceSplit.name, entityId: splitId, verb: 'add', version: 1 })
  await gatherStatistics(tx, ids.length, [device])
  return { id: splitId, ids, codes }
}

/** The splits of a card that the person sees, the newest first; of their cards those that the person sees. */
function splitsOf(context: Context): ReadPlan<AnswerOf<typeof splitsOfDevice>> {
  const { deviceId } = read(splitsOfDevice.input, context.input) as { deviceId: string }
  const { actor } = context
  const into = new Parameters()
  const [tenant, id] = [into.add(actor.tenantId), into.add(deviceId)]
  const [own, theirs] = [scopeSql(device, actor, 'o', into), scopeSql(device, actor, 'd', into)]
  const seesValue = into.add('originalValue' in actor.settings.view(device).fields)
  return {
    queries: [
      {
        text: `select s.id, s.version, s.split_no as "splitNo", s.split_on::text as "splitOn", s.split_status as "splitStatus", s.reason,
            s.device_id = o.id as "isOriginal", coalesce(json_agg(json_build_object('deviceId', d.id, 'deviceName', d.device_name, 'deviceCode', p.asset_no,
              'value', case when ${seesValue}::boolean then p.part_value::text end, 'isOriginal', p.device_id = s.device_id) order by p.place) filter (where d.id is not null), '[]') as parts
          from device o join device_split_part me on me.tenant_id = o.tenant_id and me.device_id = o.id
          join device_split s on s.tenant_id = me.tenant_id and s.id = me.split_id
          join device_split_part p on p.tenant_id = s.tenant_id and p.split_id = s.id
          left join device d on d.tenant_id = p.tenant_id and d.id = p.device_id and not d.is_deleted${theirs ? ` and ${theirs}` : ''}
          where o.tenant_id = ${tenant} and o.id = ${id} and not o.is_deleted and s.split_status = 'done'${own ? ` and ${own}` : ''}
          group by s.tenant_id, s.id, o.id order by s.created_at desc, s.id desc`,
        values: into.values,
      },
    ],
    answer: ([found]: Rows[]) => found!.rows as unknown as AnswerOf<typeof splitsOfDevice>,
  }
}

export const splitAnswers: readonly Answer[] = [answer(splitDevice, { write: split }), answer(splitsOfDevice, { read: splitsOf })]
