import { machine, same } from '../../kit/entity/machine.ts'
import { decimal, ids, integer, link, money, text, time } from '../../kit/fields/field.ts'
import { partsBack, partsUsed } from '../place/used-parts.ts'
import { repairOrder } from './repair-order.ts'
import { openRepairStates } from './repair-states.ts'
import { shareContact } from './share-inputs.ts'

const reason = text({ zh: '原因', en: 'Reason', required: true, multiline: true, max: 200 })
const photos = ids({ zh: '照片', en: 'Photos', to: 'file', max: 9 })

/** Who is put in charge: only people who may repair are offered and taken. */
const engineer = link({ zh: '工程师', en: 'Engineer', to: 'user', required: true, options: '/eam/eventtyperepair/engineers' })

/** The team that it waits for, until one of its members takes it on. */
const team = link({ zh: '维修班组', en: 'Service team', to: 'serviceTeam', required: true })

/** What was done, and what it cost: asked for when a repair ends, on the spot or later. */
export const repairResult = {
  diagnosis: text({ zh: '故障诊断', en: 'Diagnosis', required: true, multiline: true, max: 1000 }),
  measures: text({ zh: '维修措施', en: 'Measures', required: true, multiline: true, max: 1000 }),
  labourHours: decimal({ zh: '工时', en: 'Labour hours', scale: 2, min: 0, max: 10000 }),
  labourCost: money({ zh: '人工费', en: 'Labour cost', min: 0 }),
  outsideCost: money({ zh: '外修费', en: 'Provider cost', min: 0 }),
  parts: partsUsed(repairOrder.fields.partsCost),
  photos,
} as const

const { stockPart: _, ...pastPart } = repairResult.parts.fields
/** The same of a repair from before: its parts never lay in this stock. */
export const pastResult = { ...repairResult, parts: { ...repairResult.parts, fields: pastPart } } as const

/** The steps of a repair. The card's own state follows in the same transaction. */
export const repairFlow = machine(repairOrder, 'repairStatus', {
  accept: {
    from: ['reported'],
    to: 'accepted',
    zh: '受理',
    en: 'Acknowledge',
    took: true,
    may: 'repairOrder.work',
    offline: { shows: { acceptedAt: 'now', engineerId: 'me' } },
    input: {},
  },
  assign: {
    from: ['reported', 'accepted', 'returned'],
    to: 'assigned',
    zh: '派工',
    en: 'Assign',
    may: 'repairOrder.assign',
    input: { engineer },
  },
  reassign: {
    from: ['assigned', 'working', 'waiting', 'outside'],
    to: same(),
    zh: '转派',
    en: 'Reassign',
    may: 'repairOrder.assign',
    input: { engineer },
  },
  assignTeam: {
    from: ['reported', 'accepted', 'returned'],
    to: 'assigned',
    zh: '派给班组',
    en: 'Assign to team',
    may: 'repairOrder.assign',
    input: { team },
  },
  reassignTeam: {
    from: ['assigned'],
    to: same(),
    zh: '转派班组',
    en: 'Reassign to team',
    may: 'repairOrder.assign',
    input: { team },
  },
  takeOver: {
    from: ['assigned'],
    to: same(),
    zh: '接单',
    en: 'Take order',
    may: 'repairOrder.work',
    offline: { shows: { engineerId: 'me' } },
    input: {},
  },
  arrive: {
    from: ['accepted', 'assigned', 'returned'],
    to: 'working',
    zh: '到场维修',
    en: 'Arrive',
    took: true,
    may: 'repairOrder.work',
    offline: { shows: { arrivedAt: 'now', engineerId: 'me' } },
    input: {},
  },
  wait: {
    from: ['working'],
    to: 'waiting',
    zh: '待件',
    en: 'Wait for parts',
    may: 'repairOrder.work',
    offline: { shows: { waitingFor: 'said.reason' } },
    input: { reason },
  },
  sendOut: {
    from: ['working', 'waiting'],
    to: 'outside',
    zh: '送外修',
    en: 'Send out',
    may: 'repairOrder.work',
    input: { provider: link({ zh: '服务商', en: 'Service provider', to: 'supplier', required: true }), reason },
  },
  resume: {
    from: ['waiting', 'outside'],
    to: 'working',
    zh: '继续维修',
    en: 'Resume',
    took: true,
    may: 'repairOrder.work',
    offline: { shows: { waitingFor: 'none' } },
    input: {},
  },
  finish: {
    from: ['working'],
    to: 'finished',
    zh: '完工',
    en: 'Finish',
    took: true,
    may: 'repairOrder.work',
    offline: { shows: { finishedAt: 'now', diagnosis: 'said.diagnosis', measures: 'said.measures' } },
    input: repairResult,
  },
  check: {
    from: ['finished'],
    to: 'done',
    zh: '验收',
    en: 'Sign off',
    took: true,
    may: 'repairOrder.submit',
    offline: true,
    input: {
      rating: integer({ zh: '评分', en: 'Rating', required: true, min: 1, max: 5 }),
      ratingNote: text({ zh: '评价', en: 'Comment', multiline: true, max: 500 }),
    },
  },
  sendBack: {
    from: ['finished'],
    to: 'returned',
    zh: '返修',
    en: 'Return for rework',
    may: 'repairOrder.submit',
    offline: true,
    input: { reason },
  },
  giveBack: {
    from: ['finished', 'returned', 'done'],
    to: same(),
    zh: '配件退库',
    en: 'Return parts to stock',
    may: 'repairOrder.work',
    input: partsBack,
  },
  cancel: {
    from: ['reported'],
    to: 'cancelled',
    zh: '取消报修',
    en: 'Cancel report',
    may: 'repairOrder.submit',
    many: true,
    confirm: true,
    offline: true,
    url: ['/eam/eventtyperepair/cancel', '/eam/eventtyperepair/undo'],
    input: {},
  },
  remind: {
    from: [...openRepairStates],
    to: same(),
    zh: '催单',
    en: 'Remind',
    may: 'repairOrder.submit',
    offline: { shows: { remindedAt: 'now' } },
    input: {},
  },
  supplement: {
    from: [...openRepairStates],
    to: same(),
    zh: '补充说明',
    en: 'Add details',
    may: 'repairOrder.submit',
    offline: true,
    input: { details: text({ zh: '补充内容', en: 'Details', required: true, multiline: true, max: 1000 }), photos },
  },
  merge: {
    from: ['reported', 'accepted', 'assigned'],
    to: 'cancelled',
    zh: '合并到其他工单',
    en: 'Merge into another order',
    may: 'repairOrder.assign',
    input: { into: link({ zh: '合并到', en: 'Merge into', to: 'repairOrder', required: true }) },
  },
  confirmStop: {
    from: [...openRepairStates],
    to: same(),
    zh: '确认停用',
    en: 'Confirm out of service',
    may: 'repairOrder.submit',
    offline: true,
    confirm: true,
    input: {},
  },
  share: {
    from: ['accepted', 'assigned', 'working', 'waiting', 'outside', 'returned'],
    to: same(),
    zh: '共享给服务商',
    en: 'Share with provider',
    may: 'serviceOrder.share',
    url: '/sps/hospital/serviceOrder/submit',
    input: { provider: link({ zh: '服务商', en: 'Service provider', to: 'supplier', required: true }), ...shareContact },
  },
  respond: {
    from: [...openRepairStates],
    to: same(),
    zh: '登记服务商响应',
    en: 'Record provider response',
    may: 'repairOrder.work',
    input: { respondedAt: time({ zh: '服务商响应时间', en: 'Provider responded', required: true }) },
  },
  provide: {
    from: ['accepted', 'assigned', 'waiting', 'outside', 'returned'],
    to: 'working',
    zh: '服务商开工',
    en: 'Provider started',
    inner: true,
    input: { provider: link({ zh: '服务商', en: 'Service provider', to: 'supplier' }) },
  },
  provided: {
    from: ['working', 'waiting', 'outside'],
    to: 'finished',
    zh: '服务商完工',
    en: 'Provider finished',
    inner: true,
    input: {
      diagnosis: repairResult.diagnosis,
      measures: repairResult.measures,
      labourHours: repairResult.labourHours,
      outsideCost: repairResult.outsideCost,
    },
  },
  fixOnSpot: { from: ['reported'], to: 'done', zh: '现场修复', en: 'Repaired on the spot', inner: true, input: repairResult },
  enterPast: {
    from: ['reported'],
    to: 'done',
    zh: '补录维修',
    en: 'Enter past repair',
    inner: true,
    input: { ...pastResult, finishedAt: time({ zh: '完工时间', en: 'Finished', required: true }) },
  },
  scrap: {
    from: ['working', 'waiting', 'outside'],
    to: 'scrapped',
    zh: '建议报废',
    en: 'Suggest disposal',
    may: 'repairOrder.work',
    confirm: true,
    input: { reason },
  },
})
