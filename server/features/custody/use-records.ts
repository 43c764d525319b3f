import { v7 } from 'uuid'
import { deviceUse } from '#contract/entities/custody/device-use.ts'
import type { proofs, UseAct } from '#contract/entities/custody/device-use-states.ts'
import { deviceUseRecord } from '#contract/entities/custody/use-record.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { record } from '#server/kit/steps/event.ts'
import { notBefore } from '#server/kit/write/not-before.ts'
import { forCustody } from './cards.ts'

interface Side {
  readonly userId: unknown
  readonly proof: keyof typeof proofs
}

export interface Handed {
  readonly act: UseAct
  readonly giver?: Side | undefined
  readonly taker?: Side | undefined
  readonly signature?: readonly string[] | null | undefined
  readonly condition?: unknown
  readonly content?: unknown
  readonly images?: unknown
}

/** Writes an act of a use with the people who stood for it. */
export function keepRecord(context: Context, tx: Transaction, use: Row, given: Handed): void {
  const id = v7()
  const { act, giver, taker } = given
  tx.later({
    text: `insert into device_use_record (tenant_id, id, created_by, updated_by, use_manage_id, card_id, event_type, happened_at, giver_id, giver_proof, taker_id, taker_proof,
        signature, condition, content, images) values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    values: [
      tx.tenantId,
      id,
      context.actor.userId,
      use.id,
      use.card_id,
      act,
      context.occurredAt,
      giver?.userId ?? null,
      giver?.proof ?? null,
      taker?.userId ?? null,
      taker?.proof ?? null,
      given.signature ?? null,
      given.condition ?? null,
      given.content ?? null,
      given.images ?? null,
    ],
  })
  record(forCustody(context), tx, { entity: deviceUseRecord.name, entityId: id, verb: 'add', version: 1, input: { act } })
}

hook(deviceUseRecord, {
  async beforeAdd(context, tx, { draft }) {
    const { rows } = await tx.run({
      text: 'select id, card_id, status, created_at from device_use where tenant_id = $1 and id = $2',
      values: [tx.tenantId, draft.useManageId],
    })
    if (rows[0]?.status === 'cancelled')
      throw new Refusal('rule', { zh: '交接已取消，不能登记', en: 'The hand-over was cancelled and can no longer be recorded' })
    const { occurredAt } = rows[0] ? await notBefore(context, tx, deviceUse.name, rows[0]) : context
    return { card_id: rows[0]?.card_id, happened_at: occurredAt, event_type: 'note' }
  },
  async beforeChange(context, _tx, { row, draft }) {
    refuseForeign(context, [row])
    if (draft.useManageId !== undefined && draft.useManageId !== row.use_manage_id)
      throw new Refusal('rule', { zh: '不能更换使用记录', en: 'A note cannot move to another use record' })
    return undefined
  },
  async beforeRemove(context, _tx, { rows }) {
    refuseForeign(context, rows)
  },
})

/** What one side saw is not rewritten by the other. */
function refuseForeign({ actor }: Context, rows: readonly Row[]): void {
  if (rows.some((row) => row.created_by !== actor.userId))
    throw new Refusal('forbidden', { right: { zh: '修改别人的登记', en: 'Edit another person’s note' } })
}
