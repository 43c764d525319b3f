import * as calls from '#contract/calls/identity/user-platform.ts'
import { user } from '#contract/entities/identity/user.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, rowsAs } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { lockPeople } from './limits.ts'

function platformOf(context: Context): ReadPlan<AnswerOf<typeof calls.platformDetail>> {
  const { id } = read(calls.platformDetail.input, context.input) as { id: string }
  const into = new Parameters()
  const where = `t.tenant_id = ${into.add(context.actor.tenantId)} and t.id = ${into.add(id)}::uuid and not t.is_deleted`
  const scope = scopeSql(user, context.actor, 't', into)
  return {
    queries: [
      {
        text: `select t.id, t.account, t.real_name as "realName", coalesce(p.user_type, 1)::text as "userType", p.user_ext as "userExt" from app_user t
          left join user_platform p on p.tenant_id = t.tenant_id and p.user_id = t.id where ${where}${scope ? ` and ${scope}` : ''}`,
        values: into.values,
      },
    ],
    answer([found]) {
      const [row] = rowsAs<Omit<AnswerOf<typeof calls.platformDetail>, 'userTypeName'>>(found)
      if (!row) throw new Refusal('not_found', { what: user })
      return { ...row, userTypeName: calls.updatePlatform.input.userType.of[row.userType][context.language] }
    },
  }
}

async function setPlatform(context: Context, tx: Transaction) {
  // Front ends of the given calls send the platform as a number.
  const given = {
    ...context.input,
    userType: typeof context.input.userType === 'number' ? String(context.input.userType) : context.input.userType,
  }
  const { userId, userType, userExt } = read(calls.updatePlatform.input, given) as Record<string, string | null | undefined>
  const [row] = await lockPeople(context, tx, [userId!], 'self')
  const { rows } = await tx.run({
    text: 'select user_type::text as type, user_ext as ext from user_platform where tenant_id = $1 and user_id = $2',
    values: [tx.tenantId, userId],
  })
  tx.later({
    text: `insert into user_platform (tenant_id, user_id, user_type, user_ext, updated_by) values ($1, $2, $3, $4, $5)
      on conflict (tenant_id, user_id) do update set user_type = excluded.user_type, user_ext = excluded.user_ext, updated_by = excluded.updated_by, updated_at = now()`,
    values: [tx.tenantId, userId, userType, userExt ?? null, context.actor.userId],
  })
  record(context, tx, {
    entity: user.name,
    entityId: String(userId),
    verb: 'updatePlatform',
    version: Number(row!.version),
    input: { from: rows[0] ?? null, to: { type: userType, ext: userExt ?? null } },
  })
  return { id: String(userId) }
}

/** The platform on which a person works. */
export const userPlatformAnswers: readonly Answer[] = [
  answer(calls.platformDetail, { read: platformOf }),
  answer(calls.updatePlatform, { write: setPlatform }),
]
