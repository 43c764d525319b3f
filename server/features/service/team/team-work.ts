import { serviceTeam } from '#contract/entities/service/team/service-team.ts'
import { teamHandOver } from '#contract/entities/service/team/team-rules.ts'
import { lockByRule } from '#server/kit/access/as-system.ts'
import type { OpenWork } from '#server/kit/steps/open-work.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { isTeamOpen } from './team.ts'

/**
 * The teams that a person leads. Who takes over the work takes the place in the teams of the person too, so that what a team was given and the person had
 * taken stays with the team.
 */
export const ledTeams: OpenWork = {
  of: serviceTeam,
  rule: teamHandOver,
  as: 'serviceTeams',
  states: { led: { zh: '班组长', en: 'Team leader' } },
  waitingSql: (_into, tenant, users) => `
    select g.id, g.team_name as title, 'led' as state, g.leader_id as user_id from service_team g
    where g.tenant_id = ${tenant} and g.leader_id = any(${users}::uuid[]) and ${isTeamOpen}`,
  async handOver({ context, tx, from, to }) {
    const { rows: found } = await tx.run({
      text: `select g.id from service_team g where g.tenant_id = $1 and (g.leader_id = $2 or $2::uuid = any(g.members)) and ${isTeamOpen}`,
      values: [tx.tenantId, from.id],
    })
    const ids = found.map((row) => row.id)
    const teams = await lockByRule(serviceTeam, context, tx, ids)
    const names = { fromName: String(from.real_name), toName: String(to.real_name) }
    await writeRows(
      serviceTeam,
      context,
      tx,
      { verb: 'change' },
      teams.map((row) => {
        const before = (row.members ?? []) as readonly string[]
        const members = [...new Set(before.map((id) => (id === from.id ? String(to.id) : id)))]
        const isLed = row.leader_id === from.id
        return {
          row,
          set: { leader_id: isLed ? to.id : row.leader_id, members },
          changes: {
            members: { from: before, to: members },
            ...(isLed && { leaderId: { from: from.id, to: to.id, ...names } }),
          },
        }
      }),
    )
    return teams.length
  },
}
