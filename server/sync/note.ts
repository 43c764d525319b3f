import { type Entity, rightOf, verbsOf } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { json, text } from '#contract/kit/fields/field.ts'
import { isId, type Raw } from '#contract/kit/fields/parse.ts'
import { entities } from '#contract/registry.ts'
import { rights } from '#contract/rights.ts'
import { NOTE_KIND, NOTE_MAX_BYTES } from '#contract/sync/sync.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters } from '#server/db/query.ts'
import { mayCall, scopeSql } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import type { Route } from '#server/kit/family.ts'
import { archiveType } from '#server/kit/files/file-kind.ts'
import { read } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { noteVerb, saidInNote } from '#server/kit/steps/note-words.ts'
import { tableName } from '#server/kit/table.ts'
import { spend } from './discard.ts'

/** Notes of one person that are taken within 24 hours. */
export const mostNotes = 200

const noted = {
  op: text({ zh: '操作编号', en: 'Operation', required: true, max: 40 }),
  kind: text({
    zh: '操作类型',
    en: 'Operation type',
    required: true,
    max: 60,
    pattern: '^[A-Za-z]+(\\.[A-Za-z]+)+$',
    example: 'repairOrder.accept',
  }),
  said: json({ zh: '内容', en: 'Content' }),
  reason: text({ zh: '说明', en: 'Note', multiline: true, max: 200 }),
  why: text({ zh: '未被接受的原因', en: 'Why it was not accepted', max: 300 }),
  at: text({ zh: '记录时间', en: 'Written', max: 40 }),
}

/** The kind of record that a note is kept on; refuses one without a history, and a person who may not see records of it. */
function placeOf({ actor }: Context, type: unknown): Entity {
  const of = entities.find(({ name }) => name === type)
  if (!of || !verbsOf(of).includes('history')) throw new Refusal('op_kind_unknown', { kind: `${NOTE_KIND} ${String(type).slice(0, 60)}` })
  const right = rightOf(of, 'history')
  if (!mayCall(actor, right, `${of.name}.history`)) throw new Refusal('forbidden', { right: rights.get(right) ?? right })
  return of
}

/** Refuses a record that does not exist or lies outside the person's scope. */
async function refuseUnseen(of: Entity, { actor }: Context, tx: Transaction, id: string): Promise<void> {
  const into = new Parameters()
  const where = `t.tenant_id = ${into.add(tx.tenantId)} and t.id = ${into.add(id)}${of.softDelete ? ' and not t.is_deleted' : ''}`
  const scope = scopeSql(of, actor, 't', into)
  const { rows } = await tx.run({
    text: `select 1 from ${tableName(of)} t where ${where}${scope ? ` and ${scope}` : ''} for key share of t`,
    values: into.values,
  })
  if (rows.length === 0) throw new Refusal('not_found', { what: of })
}

/** Whether the refused operation is kept already, or has been done after all; refuses a note beyond the day's number. */
async function isSettled({ actor }: Context, tx: Transaction, opId: string): Promise<boolean> {
  await tx.run({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 64))', values: [`${tx.tenantId}/${actor.userId}`] })
  const { rows } = await tx.run({
    text: `select coalesce(bool_or(input ->> 'op' = $3), false) as kept, count(*)::int as n,
        exists (select 1 from sync_op where tenant_id = $1 and op_id = $4 and status = 200) as done
      from audit_event where tenant_id = $1 and actor_id = $2 and verb = '${noteVerb}' and at > now() - interval '1 day'`,
    values: [tx.tenantId, actor.userId, opId, opId],
  })
  const { kept, done, n } = rows[0]!
  if (kept || done) return true
  if (Number(n) >= mostNotes)
    throw new Refusal('rule', { zh: `24 小时内最多保留 ${mostNotes} 条备注`, en: `At most ${mostNotes} notes can be kept within 24 hours` })
  return false
}

/** Photos of the refused operation that arrived and hang on no record: they hang on this one from now on. Answers their ids. */
async function bound({ actor }: Context, tx: Transaction, of: Entity, id: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await tx.run({
    text: `update file set of_entity = $3, of_id = $4 where tenant_id = $1 and id = any($2::uuid[]) and created_by = $5
      and file_type <> '${archiveType}' and (of_id is null or of_entity = $3 and of_id = $4) returning id`,
    values: [tx.tenantId, ids, of.name, id, actor.userId],
  })
  return rows.map((row) => String(row.id))
}

/** A refused operation that a person keeps on a record: an event of it, once, which changes neither the row nor its version. */
export const noteRoute: Route = {
  name: NOTE_KIND,
  method: 'POST',
  urls: [],
  may: 'session',
  answers: 'one',
  write: async (context, tx) => {
    const { on, ...body } = context.input
    if (Buffer.byteLength(JSON.stringify(body)) > NOTE_MAX_BYTES) throw new Refusal('too_large')
    const { type, id } = on as { type: unknown; id: string }
    const { op, kind, said, reason, why, at } = read(noted, body) as Record<'op' | 'kind' | 'reason' | 'why' | 'at', string> & { said: Raw }
    if (!isId(op)) throw new Refusal('key_required')
    const of = placeOf(context, type)
    await refuseUnseen(of, context, tx, id)
    if (await isSettled(context, tx, op)) return { id, version: null }
    const { values, files } = saidInNote(kind, said)
    const photos = await bound(context, tx, of, id, files)
    spend(tx, context.actor, op)
    record(context, tx, { entity: of.name, entityId: id, verb: noteVerb, input: { op, kind, said: values, reason, why, at, photos } })
    return { id, version: null }
  },
}
