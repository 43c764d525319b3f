/** The people of an order, as it travels. */
export interface RepairPeople {
  readonly reporterId: string | null
  readonly engineerId: string | null
  /** 1: somebody outside the department asked for a stop of use. */
  readonly stopRequested?: number | null
}
export interface RepairActor {
  readonly userId: string
  readonly rights: ReadonlySet<string>
}

type Side = (order: RepairPeople, who: RepairActor) => boolean

/** Works on it: the engineer in charge, and whoever may assign it to another. */
const worker: Side = (order, who) => order.engineerId === null || order.engineerId === who.userId || who.rights.has('repairOrder.assign')

/** Speaks for the department: the reporter, or people in whose scope it lies who do not repair. Nobody accepts a repair of their own but as its reporter. */
const judge: Side = (order, who) =>
  order.reporterId === who.userId ||
  (order.engineerId !== who.userId && (who.rights.has('repairOrder.assign') || !who.rights.has('repairOrder.work')))

/** Takes a report back or words it anew: the reporter, and whoever assigns. */
const owner: Side = (order, who) => order.reporterId === who.userId || who.rights.has('repairOrder.assign')

/** Confirms a stop of use that was asked for: others than who asked; that they reach the department of the device is asked on the server. */
const confirmer: Side = (order, who) => order.stopRequested === 1 && order.reporterId !== who.userId

/** Whose hand a step of a repair needs beside the right; steps that are not named need only that. */
const repairSides = {
  worker: {
    is: worker,
    steps: ['arrive', 'wait', 'sendOut', 'resume', 'finish', 'scrap'],
    zh: '此工单由其他工程师负责，请先转派',
    en: 'Another engineer is in charge of this order. Have it reassigned first',
  },
  judge: {
    is: judge,
    steps: ['check', 'sendBack', 'remind'],
    zh: '验收、返修和催单由报修人或使用科室办理，维修人员不能代办',
    en: 'Accepting, sending back and reminding are for the reporter or the department, not for those who repair',
  },
  owner: {
    is: owner,
    steps: ['cancel', 'submit'],
    zh: '只有报修人或派工人员可以修改、取消报修',
    en: 'Only the reporter or whoever assigns repairs may change or cancel a report',
  },
  confirmer: {
    is: confirmer,
    steps: ['confirmStop'],
    zh: '没有待您确认的停用申请：停用由设备所在科室的其他人员确认',
    en: 'There is no stop of use for you to confirm: others of the department of the device confirm it',
  },
} as const satisfies Record<string, { is: Side; steps: readonly string[]; zh: string; en: string }>

/** The side that a step or a draft needs; undefined when the right is enough. */
export const sideOf = (name: string): (typeof repairSides)[keyof typeof repairSides] | undefined =>
  Object.values(repairSides).find(({ steps }) => (steps as readonly string[]).includes(name))

/** Whether the person's place in the order leaves a step open; rights and states are asked elsewhere. */
export const mayRepairStep = (name: string, order: RepairPeople, who: RepairActor): boolean => sideOf(name)?.is(order, who) ?? true
