import type { NoticeKind } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Query } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'

/** How many notices of a kind about one record the person has not read. */
export const unreadAbout = ({ actor }: Context, kind: NoticeKind, targetId: string): Query => ({
  text: 'select count(*)::int as count from notice where tenant_id = $1 and user_id = $2 and kind = $3 and target_id = $4 and is_read = 0',
  values: [actor.tenantId, actor.userId, kind, targetId],
})

/** Marks the notices of a kind about one record as read, for who has read the record; answers how many. */
export async function readAbout({ actor, occurredAt }: Context, tx: Transaction, kind: NoticeKind, targetId: string): Promise<number> {
  const { rowCount } = await tx.run({
    text: `update notice set is_read = 1, read_at = greatest(sent_at, $5::timestamptz), version = version + 1, updated_by = $2, updated_at = now()
      where tenant_id = $1 and id in (select id from notice where tenant_id = $1 and user_id = $2 and kind = $3 and target_id = $4 and is_read = 0 order by id for update)`,
    values: [tx.tenantId, actor.userId, kind, targetId, occurredAt],
  })
  return rowCount
}
