import { type homeLayout, homeLayoutSave } from '#contract/calls/insight/home.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { read } from '#server/kit/refuse.ts'

type Layout = AnswerOf<typeof homeLayout>

const names = (list: unknown): string[] => (typeof list === 'string' && list !== '' ? list.split(',') : [])

/** The panels that a person arranged; both lists are empty for who arranged none. */
export function readLayout({ actor }: Context): ReadPlan<Layout> {
  return {
    queries: [
      { text: 'select panels, hidden from home_layout where tenant_id = $1 and user_id = $2', values: [actor.tenantId, actor.userId] },
    ],
    answer: ([found]) => ({ panels: names(found!.rows[0]?.panels), hidden: names(found!.rows[0]?.hidden) }),
  }
}

/** Keeps the arrangement of a person; both empty forgets it. */
export async function saveLayout(context: Context, tx: Transaction): Promise<Layout> {
  const given = read(homeLayoutSave.input, context.input) as { panels?: string | null; hidden?: string | null }
  const [panels, hidden] = [names(given.panels), names(given.hidden)]
  const owner = [tx.tenantId, context.actor.userId]
  if (panels.length + hidden.length === 0)
    tx.later({ text: 'delete from home_layout where tenant_id = $1 and user_id = $2', values: owner })
  else
    tx.later({
      text: `insert into home_layout (tenant_id, user_id, panels, hidden, updated_at) values ($1, $2, $3, $4, now())
        on conflict (tenant_id, user_id) do update set panels = excluded.panels, hidden = excluded.hidden, updated_at = excluded.updated_at`,
      values: [...owner, panels.join(), hidden.join()],
    })
  return { panels, hidden }
}
