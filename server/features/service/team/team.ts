import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { holdsRight } from '#server/features/identity/public.ts'
import type { Context } from '#server/kit/context.ts'

/** SQL over a team `g`: it takes work. */
export const isTeamOpen = 'not g.is_deleted and coalesce(g.is_inactive, 0) = 0'

/** A team that work is given to: its name, and its members who may do the work. */
export interface GivenTeam {
  readonly name: string
  readonly people: readonly string[]
}

/** The team that takes work which asks for a right. Refuses one without an active member for it. */
export async function teamFor(right: string, tx: Transaction, id: unknown): Promise<GivenTeam> {
  const { rows } = await tx.run({
    text: `select g.team_name as name, array(select t.id::text from app_user t where t.tenant_id = g.tenant_id and t.id = any(g.members) and ${holdsRight(right)} order by t.id) as people
      from service_team g where g.tenant_id = $1 and g.id = $2 and ${isTeamOpen} for key share of g`,
    values: [tx.tenantId, id],
  })
  const found = rows[0] as unknown as GivenTeam | undefined
  if (!found) throw new Refusal('rule', { zh: '班组已停用或已删除，请另选班组', en: 'The team is inactive or deleted. Choose another one' })
  if (found.people.length === 0)
    throw new Refusal('rule', {
      zh: `班组“${found.name}”没有能做此工作的在岗成员`,
      en: `“${found.name}” has no active member who may do this work`,
    })
  return found
}

/** The people of teams who may do work that asks for a right, by team, for notices. */
export async function peopleOfTeams(
  right: string,
  tx: Transaction,
  ids: readonly unknown[],
): Promise<ReadonlyMap<unknown, readonly string[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.run({
    text: `select g.id, array(select t.id::text from app_user t where t.tenant_id = g.tenant_id and t.id = any(g.members) and ${holdsRight(right)} order by t.id) as people
      from service_team g where g.tenant_id = $1 and g.id = any($2::uuid[]) and ${isTeamOpen}`,
    values: [tx.tenantId, ids],
  })
  return new Map(rows.map((row) => [row.id, row.people as string[]]))
}

/** The teams that a person is in. */
export async function teamsOf(tx: Transaction, userId: string): Promise<ReadonlySet<string>> {
  const { rows } = await tx.run({
    text: 'select g.id from service_team g where g.tenant_id = $1 and not g.is_deleted and $2::uuid = any(g.members)',
    values: [tx.tenantId, userId],
  })
  return new Set(rows.map(({ id }) => String(id)))
}

/** Refuses work on what waits for a team to who is not in it. */
export async function refuseNonMember({ actor }: Context, tx: Transaction, teamId: unknown): Promise<void> {
  const { rows } = await tx.run({
    text: 'select g.team_name as name, $3::uuid = any(g.members) as is_member from service_team g where g.tenant_id = $1 and g.id = $2',
    values: [tx.tenantId, teamId, actor.userId],
  })
  if (rows[0]?.is_member === true) return
  throw new Refusal('rule', {
    zh: `此工单派给了班组“${rows[0]?.name ?? ''}”，由班组成员接单`,
    en: `This order waits for the team “${rows[0]?.name ?? ''}”. Its members take it on`,
  })
}

/** Refuses to take over what another member has taken already, and says who. */
export async function refuseTaken(tx: Transaction, personId: unknown): Promise<void> {
  if (!personId) return
  const { rows } = await tx.run({
    text: 'select real_name from app_user where tenant_id = $1 and id = $2',
    values: [tx.tenantId, personId],
  })
  const name = String(rows[0]?.real_name ?? '')
  throw new Refusal('rule', { zh: `此工单已由${name}接单`, en: `${name} has taken this order on already` })
}
