import { tagRead, unreadNum } from '#contract/calls/notice/notice.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Transaction } from '#server/db/pool.ts'
import { rowsAs } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'

function countUnread({ actor }: Context): ReadPlan<AnswerOf<typeof unreadNum>> {
  return {
    queries: [
      {
        text: 'select count(*)::int as count from notice where tenant_id = $1 and user_id = $2 and is_read = 0',
        values: [actor.tenantId, actor.userId],
      },
    ],
    answer: ([rows]) => rowsAs<AnswerOf<typeof unreadNum>>(rows)[0]!,
  }
}

/** Marks the person's own unread notices; what is read already, gone or another's is passed over, so that a late or repeated mark does no harm. */
async function mark(context: Context, tx: Transaction) {
  const { ids, all } = read(tagRead.input, context.input) as { ids?: string[] | null; all?: number | null }
  if (!ids?.length && all !== 1) throw refusalOf([{ field: 'ids', label: tagRead.input.ids, rule: 'required' }])
  const { rowCount } = await tx.run({
    text: `update notice set is_read = 1, read_at = greatest(sent_at, $4::timestamptz), version = version + 1, updated_by = $2, updated_at = now() where tenant_id = $1 and id in
      (select id from notice where tenant_id = $1 and user_id = $2 and is_read = 0 and ($3::uuid[] is null or id = any($3::uuid[])) order by id for update)`,
    values: [tx.tenantId, context.actor.userId, all === 1 ? null : ids, context.occurredAt],
  })
  return { read: rowCount }
}

export const noticeAnswers: readonly Answer[] = [answer(unreadNum, { read: countUnread }), answer(tagRead, { write: mark })]
