import { mySessions, revokeSession } from '#contract/calls/identity/session.ts'
import { endUserSessions, userSessions } from '#contract/calls/identity/user.ts'
import { user } from '#contract/entities/identity/user.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, rowsAs } from '#server/db/query.ts'
import { logAccess } from '#server/features/record/public.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { lockPeople } from '../people/limits.ts'
import { shortAddress } from './browser-words.ts'
import { endSessionsOf } from './end-sessions.ts'
import { endSession } from './tokens.ts'

const last = 's.signed_in_at + make_interval(days => n.session_days)'

/** SQL over session `s` and its tenant `n`: it has not ended. */
export const liveSession = `s.revoked_at is null and ${last} > now() and (s.expires_at > now() or exists (select 1 from refresh_token r
  where r.tenant_id = s.tenant_id and r.session_id = s.id and r.used_at is null and r.superseded_at is null and r.expires_at > now()))`

/** The active sessions of a user, and those that ended because of token reuse; the last used first. `scope`: a further condition over `s`. */
function sessionsPlan(context: Context, userId: string, scope: (into: Parameters) => string): ReadPlan<AnswerOf<typeof mySessions>> {
  const into = new Parameters()
  const where = `s.tenant_id = ${into.add(context.actor.tenantId)} and s.user_id = ${into.add(userId)}`
  const reused = `s.end_reason = 'refreshReuse' and s.revoked_at > now() - interval '30 days'`
  const seen = scope(into)
  return {
    queries: [
      {
        text: `select s.id, s.client, s.address, s.created_at as "createTime", s.last_at as "lastTime", ${last} as "endTime",
            (s.revoked_at is not null)::int as "isReused", s.revoked_at as "endedTime"
          from session s join tenant n on n.id = s.tenant_id where ${where} and ((${liveSession}) or ${reused})${seen ? ` and ${seen}` : ''}
          order by s.last_at desc, s.id desc limit 100`,
        values: into.values,
      },
    ],
    answer: ([found]) =>
      rowsAs<Omit<AnswerOf<typeof mySessions>[number], 'isThis'>>(found).map((row) => ({
        ...row,
        address: shortAddress(row.address),
        isThis: row.id === context.actor.sessionId,
      })),
  }
}

function ofUser(context: Context) {
  const { userId } = read(userSessions.input, context.input) as { userId: string }
  return sessionsPlan(context, userId, (into) => {
    const scope = scopeSql(user, context.actor, 't', into)
    return scope ? `exists (select 1 from app_user t where t.tenant_id = s.tenant_id and t.id = s.user_id and ${scope})` : ''
  })
}

/** Ends one session of a user; refuses one that is not theirs. */
async function endOne(tx: Transaction, userId: string, id: string): Promise<void> {
  const { rows } = await tx.run({
    text: 'select 1 from session where tenant_id = $1 and user_id = $2 and id = $3::uuid and revoked_at is null',
    values: [tx.tenantId, userId, id],
  })
  if (rows.length === 0) throw new Refusal('not_found', { what: { zh: '登录', en: 'Session' } })
  endSession(tx, id)
}

async function revoke(context: Context, tx: Transaction) {
  const { actor } = context
  const { id, others } = read(revokeSession.input, context.input) as { id?: string | null; others?: number | null }
  if (!id && others !== 1) throw refusalOf([{ field: 'id', label: revokeSession.input.id, rule: 'required' }])
  if (id) await endOne(tx, actor.userId, id)
  else endSessionsOf(tx, [actor.userId], actor.sessionId)
  logAccess(context, tx, { event: 'revoke', account: actor.account, userId: actor.userId })
  return { ended: true }
}

async function endOfUser(context: Context, tx: Transaction) {
  const { userId, id } = read(endUserSessions.input, context.input) as { userId: string; id?: string | null }
  const [row] = await lockPeople(context, tx, [userId])
  if (id) await endOne(tx, userId, id)
  else endSessionsOf(tx, [userId])
  logAccess(context, tx, { event: 'revoke', account: row!.account, userId })
  return { ended: true }
}

/** Seeing and ending sessions, one's own and those of a user. */
export const sessionListAnswers: readonly Answer[] = [
  answer(mySessions, { read: (context) => sessionsPlan(context, context.actor.userId, () => '') }),
  answer(revokeSession, { write: revoke }),
  answer(userSessions, { read: ofUser }),
  answer(endUserSessions, { write: endOfUser }),
]
