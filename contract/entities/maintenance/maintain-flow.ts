import { machine, same } from '../../kit/entity/machine.ts'
import { link, money, text } from '../../kit/fields/field.ts'
import { partsBack, partsUsed } from '../place/used-parts.ts'
import { maintainersUrl } from './device-plan.ts'
import { maintainOrder } from './maintain-order.ts'

const { fields } = maintainOrder
const asked = { readOnly: false, list: false } as const

const reason = text({ zh: '原因', en: 'Reason', required: true, multiline: true, max: 200 })
const people = {
  assignee: link({ zh: '执行人', en: 'Assignee', to: 'user', options: maintainersUrl }),
  team: { ...fields.team, ...asked },
  provider: { ...fields.provider, ...asked },
  /** Given with the person, so that a move to another person on another day is one act. */
  scheduledOn: { ...fields.scheduledOn, ...asked },
} as const

/** What is written down when maintenance is done. */
export const maintainResult = {
  doneOn: { ...fields.doneOn, ...asked },
  result: { ...fields.result, ...asked, required: true },
  resultNote: { ...fields.resultNote, ...asked },
  hours: { ...fields.hours, ...asked, min: 0, max: 1000 },
  labourCost: money({ zh: '人工费', en: 'Labour cost', min: 0 }),
  cost: { ...fields.cost, ...asked, min: 0 },
  photos: { ...fields.photos, ...asked },
  signature: { ...fields.signature, ...asked },
} as const

/** The same with the parts that were used, of one order at a time. */
export const maintainDone = { ...maintainResult, parts: partsUsed(fields.partsCost) } as const

/** The steps of a maintenance order. The schedule of its device follows in the same transaction. */
export const maintaining = machine(maintainOrder, 'orderState', {
  assign: { from: ['due'], to: 'assigned', zh: '派工', en: 'Assign', may: 'maintainOrder.assign', many: true, input: people },
  reassign: {
    from: ['assigned', 'working'],
    to: same(),
    zh: '转派',
    en: 'Reassign',
    may: 'maintainOrder.assign',
    many: true,
    input: people,
  },
  takeOver: {
    from: ['assigned', 'working'],
    to: same(),
    zh: '接单',
    en: 'Take order',
    may: 'maintainOrder.work',
    offline: true,
    sets: { assigneeId: 'me' },
    input: {},
  },
  start: {
    from: ['due', 'assigned'],
    to: 'working',
    zh: '开始保养',
    en: 'Start',
    may: 'maintainOrder.work',
    offline: true,
    sets: { startedAt: 'now' },
    input: {},
  },
  finish: {
    from: ['due', 'assigned', 'working'],
    to: 'finished',
    zh: '完工',
    en: 'Finish',
    may: 'maintainOrder.work',
    offline: { shows: { finishedAt: 'now', result: 'said.result', resultNote: 'said.resultNote' } },
    input: maintainDone,
  },
  giveBack: {
    from: ['finished', 'accepted'],
    to: same(),
    zh: '配件退库',
    en: 'Return parts to stock',
    may: 'maintainOrder.work',
    input: partsBack,
  },
  accept: {
    from: ['finished'],
    to: 'accepted',
    zh: '验收',
    en: 'Sign off',
    may: 'maintainOrder.accept',
    many: true,
    only: { needsAcceptance: ['1'] },
    input: {},
  },
  skip: {
    from: ['due', 'assigned'],
    to: 'skipped',
    zh: '跳过本次',
    en: 'Skip',
    may: 'maintainOrder.work',
    many: true,
    offline: true,
    sets: { reason: 'said.reason' },
    input: { reason },
  },
  undo: {
    from: ['due', 'assigned', 'working'],
    to: 'cancelled',
    zh: '取消保养',
    en: 'Cancel order',
    may: 'maintainOrder.assign',
    many: true,
    confirm: true,
    url: '/eam/eventtypemaintain/undo',
    // Given front ends send the ids alone.
    input: { reason: { ...reason, required: false } },
  },
})
