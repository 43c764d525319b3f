/** The people of a round, as it travels. */
export interface RoundPeople {
  readonly assigneeId?: string | null
  readonly partnerId?: string | null
  readonly teamId?: string | null
}

interface Walker {
  readonly userId: string
  readonly rights: ReadonlySet<string>
  readonly teams: ReadonlySet<string>
}

/** Whether a person walks a round: it is theirs, their team’s or no one’s, or they plan rounds. The right to walk is asked elsewhere. */
export function mayWalk({ assigneeId, partnerId, teamId }: RoundPeople, { userId, rights, teams }: Walker): boolean {
  if (rights.has('roundTask.submit') || (!assigneeId && !partnerId && !teamId)) return true
  return assigneeId === userId || partnerId === userId || (teamId ? teams.has(teamId) : false)
}

/** Why a person does not walk a round. */
export const othersRound = { zh: '此巡检由其他人负责', en: 'Other people are assigned to this round' } as const

/** Why a stop is not done with this label. */
export const wrongLabel = {
  zh: '扫描的不是这个房间的标签，请在现场扫描房间标签',
  en: 'This is not the label of the room. Scan the label in the room',
} as const
