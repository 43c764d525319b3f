/** The people of an order, as it travels. */
export interface RepairPeople {
  readonly reporterId: string | null
  readonly engineerId: string | null
  /** The team that it waits for while it has no engineer. */
  readonly teamId?: string | null
  /** 1: a person outside the department requested a stop of use. */
  readonly stopRequested?: number | null
}
export interface RepairActor {
  readonly userId: string
  readonly rights: ReadonlySet<string>
  /** The teams that the person is in, where the program knows them; the server asks the team itself. */
  readonly teams?: ReadonlySet<string>
}

type Side = (order: RepairPeople, who: RepairActor) => boolean

/** No team of others has it. */
const isOfTeam: Side = ({ teamId }, { teams }) => !teamId || teams === undefined || teams.has(teamId)

/** Works on it: the engineer in charge, the members of the team that it waits for, and people who may reassign what an engineer has. */
const worker: Side = (order, who) =>
  order.engineerId === null ? isOfTeam(order, who) : order.engineerId === who.userId || who.rights.has('repairOrder.assign')

/** Acts for the department: the reporter, or people with it in their scope who do not repair. Only as reporters do people accept their own repair. */
const judge: Side = (order, who) =>
  order.reporterId === who.userId ||
  (order.engineerId !== who.userId && (who.rights.has('repairOrder.assign') || !who.rights.has('repairOrder.work')))

/** Cancels or edits a report: the reporter, and people who assign repairs. */
const owner: Side = (order, who) => order.reporterId === who.userId || who.rights.has('repairOrder.assign')

/** Confirms a stop of use that was asked for: others than who asked; that they reach the department of the device is asked on the server. */
const confirmer: Side = (order, who) => order.stopRequested === 1 && order.reporterId !== who.userId

/** Takes over what a team was given. */
const member: Side = (order, who) => Boolean(order.teamId) && order.engineerId === null && isOfTeam(order, who)

/** The party that may take a step of a repair, in addition to the right; steps that are not listed need only the right. */
const repairSides = {
  worker: {
    is: worker,
    steps: ['arrive', 'wait', 'sendOut', 'resume', 'finish', 'giveBack', 'scrap', 'respond'],
    zh: '此工单由其他工程师负责，请先转派',
    en: 'Another engineer is assigned to this order. Reassign it first',
  },
  judge: {
    is: judge,
    steps: ['check', 'sendBack', 'remind'],
    zh: '验收、返修和催单由报修人或使用科室办理，维修人员不能代办',
    en: 'The reporter or the department signs off, returns and reminds. Repair staff cannot do it for them',
  },
  owner: {
    is: owner,
    steps: ['cancel', 'submit'],
    zh: '只有报修人或派工人员可以修改、取消报修',
    en: 'Only the reporter or a person who assigns repairs may change or cancel a report',
  },
  member: {
    is: member,
    steps: ['takeOver'],
    zh: '只有派给班组、尚无人接单的工单可以接单',
    en: 'Only an order that waits for a team can be taken on',
  },
  confirmer: {
    is: confirmer,
    steps: ['confirmStop'],
    zh: '没有待您确认的停用申请：停用由设备所在科室的其他人员确认',
    en: 'There is no out-of-service request for you to confirm. Other people in the device’s department confirm it',
  },
} as const satisfies Record<string, { is: Side; steps: readonly string[]; zh: string; en: string }>

/** The side that a step or a draft needs; undefined when the right is enough. */
export const sideOf = (name: string): (typeof repairSides)[keyof typeof repairSides] | undefined =>
  Object.values(repairSides).find(({ steps }) => (steps as readonly string[]).includes(name))

/** Whether the person's place in the order leaves a step open; rights and states are asked elsewhere. */
export const mayRepairStep = (name: string, order: RepairPeople, who: RepairActor): boolean => sideOf(name)?.is(order, who) ?? true
