import { Refusal } from '#contract/kit/errors.ts'
import { text } from '#contract/kit/fields/field.ts'
import { DISCARD_KIND, DISCARD_MAX_BYTES } from '#contract/sync/sync.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import type { Context } from '#server/kit/context.ts'
import type { Route } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'

/** Notes of one person that are taken within 24 hours. Their ids are named by the phone and their rows stay, so that they must end somewhere. */
export const mostDiscards = 1000

/** What a note says of the operation that a person threw away; anything else in it is dropped. */
const said = {
  kind: text({
    zh: '操作类型',
    en: 'Operation type',
    required: true,
    max: 60,
    pattern: '^[A-Za-z]+(\\.[A-Za-z]+)+$',
    example: 'check.scan',
  }),
  type: text({ zh: '对象类型', en: 'Record type', required: true, max: 60 }),
  id: text({ zh: '对象编号', en: 'Record ID', required: true, max: 60 }),
  reason: text({ zh: '原因', en: 'Reason', multiline: true, max: 500 }),
}

/** Marks the id of an operation that a person threw away or replaced, so that a late duplicate of it is refused. */
export function spend(tx: Transaction, actor: Actor, opId: string): void {
  tx.later({
    text: `insert into sync_op (tenant_id, op_id, user_id, kind, fp, status) values ($1, $2, $3, 'spent', '\\x00', 410) on conflict do nothing`,
    values: [tx.tenantId, opId, actor.userId],
  })
}

/** Refuses a note beyond the day's number. Phones take the refusal as final: the operation is gone there either way, and its lane continues. */
async function refuseMany({ actor }: Context, tx: Transaction): Promise<void> {
  await tx.run({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 63))', values: [`${tx.tenantId}/${actor.userId}`] })
  const { rows } = await tx.run({
    text: `select count(*)::int as n from audit_event where tenant_id = $1 and actor_id = $2 and entity = 'op' and at > now() - interval '1 day'`,
    values: [tx.tenantId, actor.userId],
  })
  if (Number(rows[0]!.n) >= mostDiscards)
    throw new Refusal('rule', {
      zh: `24 小时内最多记录 ${mostDiscards} 条不再发送的操作`,
      en: `At most ${mostDiscards} discarded operations can be recorded within 24 hours`,
    })
}

/** The note of an operation that was thrown away; `opTarget` in the input names that operation. Its event has the server's id and time. */
export const discardRoute: Route = {
  name: DISCARD_KIND,
  method: 'POST',
  urls: [],
  may: 'session',
  answers: 'one',
  write: async (context, tx) => {
    const { opTarget, ...body } = context.input
    if (Buffer.byteLength(JSON.stringify(body)) > DISCARD_MAX_BYTES) throw new Refusal('too_large')
    const of = (typeof body.target === 'object' ? body.target : null) as Record<string, unknown> | null
    const { kind, type, id, reason } = read(said, { kind: body.kind, reason: body.reason, type: of?.type, id: of?.id })
    await refuseMany(context, tx)
    const entityId = String(opTarget)
    spend(tx, context.actor, entityId)
    record(context, tx, { entity: 'op', entityId, verb: 'discarded', input: { kind, target: { type, id }, reason } })
    return { id: entityId, version: null }
  },
}
