import { maintaining } from './maintain-flow.ts'

interface Given {
  readonly assigneeId?: string | null
  readonly teamId?: string | null
}

/** `teams`: those that the person is in, where the program knows them; the server asks the team itself. */
interface Worker {
  readonly userId: string
  readonly rights: ReadonlySet<string>
  readonly teams?: ReadonlySet<string>
}

/**
 * Whether a person may work on an order: it is theirs, their team’s or no one’s, or they may assign it. Rights and states are asked elsewhere.
 */
export const mayWorkOn = ({ assigneeId, teamId }: Given, { userId, rights, teams }: Worker): boolean =>
  rights.has(maintaining.steps.assign.may) || (assigneeId ? assigneeId === userId : !teamId || teams === undefined || teams.has(teamId))

/** Whether a person may take over an order: it waits for a team of theirs. */
export const mayTakeOver = ({ assigneeId, teamId }: Given, { teams }: Pick<Worker, 'teams'>): boolean =>
  Boolean(teamId) && !assigneeId && (teams?.has(String(teamId)) ?? true)

/** Why an order is not finished as normal after a checklist with abnormal items. */
export const notNormal = {
  zh: '检查表有异常项，保养结论不能为“正常”',
  en: 'The checklist has abnormal items, so the result cannot be “Normal”',
} as const
