import { v7 } from 'uuid'
import { checkLine } from '#contract/entities/check/check-line.ts'
import { momentOf } from '#contract/kit/time/moment.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { record } from '#server/kit/steps/event.ts'

/** What an observation says of a line, in columns of `check_scan`. */
export interface Said {
  readonly result: string
  readonly location_id: unknown
  readonly user_id: unknown
  readonly corrected_at: unknown
  readonly wrong_field: unknown
  readonly seen_value: unknown
  readonly reason: unknown
  readonly photos: unknown
}

const nothing: Said = {
  result: 'pending',
  location_id: null,
  user_id: null,
  corrected_at: null,
  wrong_field: null,
  seen_value: null,
  reason: null,
  photos: null,
}

/** Writes onto a locked line what the deciding observation says; nothing decides a line that is to be counted again. */
export function decide(context: Context, tx: Transaction, line: Row, said: Said = nothing): void {
  const version = Number(line.version) + 1
  tx.later({
    text: `update check_line set result = $3, seen_location_id = $4, seen_by_id = $5, seen_at = $6, wrong_field = $7, seen_value = $8, reason = $9, photos = $10,
      version = $11, updated_by = $12, updated_at = now() where tenant_id = $1 and id = $2`,
    values: [
      tx.tenantId,
      line.id,
      said.result,
      said.location_id,
      said.user_id,
      said.corrected_at,
      said.wrong_field,
      said.seen_value,
      said.reason,
      said.photos,
      version,
      context.actor.userId,
    ],
  })
  record(context, tx, {
    entity: checkLine.name,
    entityId: String(line.id),
    verb: 'scan',
    version,
    changes: { result: { from: line.result, to: said.result } },
  })
  line.result = said.result
  line.version = version
}

/** Nothing decides locked lines any more: they are to be counted again. Two statements, however many lines. */
export function undecide(context: Context, tx: Transaction, lines: readonly Row[]): void {
  if (lines.length === 0) return
  const { actor, op } = context
  tx.later({
    text: `update check_line set result = 'pending', seen_location_id = null, seen_by_id = null, seen_at = null, wrong_field = null, seen_value = null, reason = null, photos = null,
      version = version + 1, updated_by = $3, updated_at = now() where tenant_id = $1 and id = any($2::uuid[])`,
    values: [tx.tenantId, lines.map((line) => line.id), actor.userId],
  })
  tx.later({
    text: `insert into audit_event (tenant_id, id, entity, entity_id, verb, version, changes, actor_id, actor_name, op_id, occurred_at, device_time)
      select $1, v.id, $2, v.entity_id, 'scan', v.version, jsonb_build_object('result', jsonb_build_object('from', v.result, 'to', 'pending')), $3, $4, $5, $6, $7
      from jsonb_to_recordset($8::jsonb) v(id uuid, entity_id uuid, version int, result text)`,
    values: [
      tx.tenantId,
      checkLine.name,
      actor.userId,
      actor.realName,
      op?.id ?? null,
      op ? context.occurredAt : null,
      op ? (momentOf(op.deviceTime) ?? null) : null,
      JSON.stringify(lines.map(({ id, version, result }) => ({ id: v7(), entity_id: id, version: Number(version) + 1, result }))),
    ],
    once: true,
  })
}

/** The observation that decides a line after others were taken back: the earliest of those that stand; nothing when none does. */
export async function decideAnew(context: Context, tx: Transaction, line: Row): Promise<void> {
  const { rows } = await tx.run({
    text: `update check_scan s set is_deciding = 1, version = s.version + 1, updated_at = now() where s.tenant_id = $1 and s.id = (
      select id from check_scan where tenant_id = $1 and line_id = $2 and coalesce(is_withdrawn, 0) = 0 and coalesce(is_late, 0) = 0
        and round = (select d.round from check_dept d where d.tenant_id = $1 and d.check_id = $3 and d.dept_id is not distinct from $4::uuid)
      order by corrected_at, id limit 1) returning s.*`,
    values: [tx.tenantId, line.id, line.check_id, line.dept_id],
  })
  if (rows[0] || line.is_surplus !== 1) decide(context, tx, line, rows[0] as Said | undefined)
  else dropLines(tx, [line.id])
}

/** Removes surplus lines; what was observed stays on record, without a line. */
export function dropLines(tx: Transaction, ids: readonly unknown[]): void {
  for (const text of [
    'delete from check_review where tenant_id = $1 and line_id = any($2::uuid[])',
    'update check_scan set line_id = null, is_deciding = 0 where tenant_id = $1 and line_id = any($2::uuid[])',
    'delete from check_line where tenant_id = $1 and id = any($2::uuid[])',
  ])
    tx.later({ text, values: [tx.tenantId, ids] })
}
