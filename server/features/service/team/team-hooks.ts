import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { serviceTeam } from '#contract/entities/service/team/service-team.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Row } from '#server/db/query.ts'
import { hook } from '#server/kit/hooks.ts'
import { type Effect, step } from '#server/kit/steps/step.ts'
import { refuseOutsider } from '../repair-card.ts'
import { refuseOtherSide, tell } from '../repair-people.ts'
import { refuseNonMember, refuseTaken, teamFor } from './team.ts'

/** The leader is a member, also where the list does not name them. */
function withLeader(draft: Parsed, row?: Row): Record<string, unknown> {
  const leader = draft.leaderId === undefined ? row?.leader_id : draft.leaderId
  const members = ((draft.members === undefined ? row?.members : draft.members) as string[] | null | undefined) ?? []
  return leader && !members.includes(String(leader)) ? { members: [String(leader), ...members] } : {}
}

hook(serviceTeam, {
  beforeAdd: async (_context, _tx, { draft }) => withLeader(draft),
  beforeChange: async (_context, _tx, { row, draft }) => withLeader(draft, row),
})

/** Gives an order to a team; who had it alone has it no more. */
const giveToTeam: Effect = async ({ context, tx, row, input }) => {
  await refuseOutsider(context, tx, row)
  const team = await teamFor(repairFlow.steps.takeOver.may, tx, input.teamId)
  // The event keeps the name as it is now.
  input.teamName = team.name
  await tell(context, tx, row, 'repair_team', { also: team.people }, team.name)
  if (row.repair_status === 'reported') await tell(context, tx, row, 'repair_accepted', { people: ['reporter'] })
  return { team_id: input.teamId, engineer_id: null, accepted_at: row.accepted_at ?? context.occurredAt }
}
step(repairFlow, 'assignTeam', giveToTeam)
step(repairFlow, 'reassignTeam', giveToTeam)

step(repairFlow, 'takeOver', async ({ context, tx, row }) => {
  if (row.team_id) await refuseTaken(tx, row.engineer_id)
  refuseOtherSide('takeOver', context, row)
  await refuseNonMember(context, tx, row.team_id)
  return { engineer_id: context.actor.userId }
})
