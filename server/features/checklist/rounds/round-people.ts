import { mayWalk, othersRound } from '#contract/entities/checklist/rounds/round-sides.ts'
import { rounding, roundTask } from '#contract/entities/checklist/rounds/round-task.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { holderNamed } from '#server/features/identity/public.ts'
import { notify } from '#server/features/notice/public.ts'
import { peopleOfTeams, teamFor, teamsOf } from '#server/features/service/public.ts'
import type { Acting } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'

/** What the people of a round need. */
const work = rounding.steps.explain.may

interface Given {
  readonly assigneeId?: unknown
  readonly partnerId?: unknown
  readonly teamId?: unknown
}

const { assignee, partner } = roundTask.fields
const persons: readonly (readonly ['assigneeId' | 'partnerId', Field])[] = [
  ['assigneeId', assignee],
  ['partnerId', partner],
]

/** Refuses people and teams that could not walk a round, as far as a draft names new ones. */
export async function refuseIdle(context: Context, tx: Transaction, draft: Given, row?: Row): Promise<void> {
  for (const [field, label] of persons)
    if (draft[field] && draft[field] !== row?.[field === 'assigneeId' ? 'assignee_id' : 'partner_id'])
      await holderNamed(work, context, tx, draft[field], { field, label })
  if (draft.teamId && draft.teamId !== row?.team_id) await teamFor(work, tx, draft.teamId)
}

/** Refuses work on a round of others. */
export async function refuseOthers({ actor }: Context, tx: Transaction, task: Row): Promise<void> {
  const people = { assigneeId: task.assignee_id, partnerId: task.partner_id, teamId: task.team_id } as Record<string, string | null>
  const teams = people.teamId ? await teamsOf(tx, actor.userId) : new Set<string>()
  if (!mayWalk(people, { userId: actor.userId, rights: actor.rights, teams })) throw new Refusal('rule', { ...othersRound })
}

/** Tells the people of a round of it, except who gave it to themselves. */
export async function tellRound(by: Acting, tx: Transaction, task: Row, routeName: string): Promise<void> {
  const teams = await peopleOfTeams(work, tx, task.team_id ? [task.team_id] : [])
  const users = [...new Set([task.assignee_id, task.partner_id, ...(teams.get(task.team_id) ?? [])])].filter(
    (id) => id && id !== by.actor.userId,
  ) as string[]
  if (users.length === 0) return
  notify(by, tx, {
    kind: 'round_assigned',
    subject: routeName,
    detail: `${task.task_no} ${task.due_date}`,
    target: 'roundTask',
    targetId: String(task.id),
    to: { users },
  })
}
