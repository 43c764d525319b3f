import { createHmac } from 'node:crypto'
import { blindCodes } from '#contract/calls/tooling/sync.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { snake } from '#contract/kit/fields/names.ts'
import type { Language } from '#contract/kit/words.ts'
import { BLIND_CARDS, type BlindCodes, HASH_BYTES } from '#contract/sync/sync-blind.ts'
import { snapshotAs } from '#server/db/pool.ts'
import type { Query } from '#server/db/query.ts'
import { type Actor, checkQuery, hashToken, stillHolds } from '#server/kit/access/actor.ts'
import type { BlindTask } from '#server/kit/access/blind-tasks.ts'
import type { Tools } from '#server/kit/context.ts'
import { read } from '#server/kit/refuse.ts'
import { tableName } from '#server/kit/table.ts'
import { blindTask } from './blind.ts'
import { markQuery } from './marks.ts'
import { scopesOf, tasksQuery } from './scopes.ts'

/** How many cards there are, as far as it matters, and what changes with them. */
const registerQuery = (tenantId: string, { counted }: BlindTask): Query => ({
  text: `select (select count(*)::int from (select from ${tableName(counted)} where tenant_id = $1 and not is_deleted limit ${BLIND_CARDS + 1}) d) as cards,
      coalesce((select c.xid::text from sync_change c where c.tenant_id = $1 and c.entity = $2 order by c.xid desc limit 1), '0') as newest`,
  values: [tenantId, counted.name],
})

// Groups and the codes inside them are in the order of their hashes, which is one of chance.
const codesQuery = (tenantId: string, salt: Buffer, { counted, codes }: BlindTask): Query => ({
  text: `select translate(encode(string_agg(g.bytes, ''::bytea order by g.first), 'base64'), E'\\n', '') as codes from (
      select set_byte('\\x00'::bytea, 0, count(*)::int) || string_agg(h.hash, ''::bytea order by h.hash) as bytes, min(encode(h.hash, 'hex')) as first
      from ${tableName(counted)} d cross join lateral (values ${codes.map((field) => `(d.${snake(field)})`).join(', ')}) v(code)
      cross join lateral (select substring(sha256($2::bytea || convert_to(code_key(v.code), 'UTF8')) from 1 for ${HASH_BYTES}) as hash) h
      where d.tenant_id = $1 and not d.is_deleted and code_key(v.code) is not null group by d.id) g`,
  values: [tenantId, salt],
})

/** The hashed codes of the register for a blind check in which the person counts. */
export async function readBlindCodes(
  tools: Tools,
  actor: Actor,
  token: string,
  _language: Language,
  input: Readonly<Record<string, unknown>>,
): Promise<BlindCodes> {
  const asked = read(blindCodes.input, { check: input.check, stamp: input.stamp })
  const task = blindTask()
  return snapshotAs(tools.pool, actor.tenantId, async (run) => {
    const [check, tasks, metaRows, register] = await run([
      checkQuery(actor.tenantId, hashToken(token)),
      tasksQuery(actor),
      markQuery(actor.tenantId, []),
      registerQuery(actor.tenantId, task),
    ])
    if (!stillHolds(actor, check)) throw new Refusal('busy')
    const isMine = scopesOf(actor, tasks!).some(
      ({ scope, entities, isBlind }) => scope === `task:${asked.check}` && isBlind && entities.includes(task.line.name),
    )
    if (!isMine) throw new Refusal('forbidden', { right: task.line })
    const { epoch, secret } = metaRows!.rows[0] as { epoch: string; secret: string }
    const { cards, newest } = register!.rows[0] as { cards: number; newest: string }
    const salt = createHmac('sha256', secret).update(`blind codes ${actor.tenantId} ${asked.check}`).digest().subarray(0, 16)
    const stamp = `${newest}.${salt.toString('hex').slice(0, 8)}`
    const answer = { epoch, salt: salt.toString('hex'), stamp }
    if (asked.stamp === stamp) return answer
    if (cards > BLIND_CARDS) return { ...answer, codes: '' }
    const [found] = await run([codesQuery(actor.tenantId, salt, task)])
    return { ...answer, codes: String(found!.rows[0]?.codes ?? '') }
  })
}
