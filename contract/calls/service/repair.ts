import { pastResult, repairFlow, repairResult } from '../../entities/service/repair-flow.ts'
import { repairOrder } from '../../entities/service/repair-order.ts'
import { listOf, one, option, optionBeside, out, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { lists } from '../../kit/entity/list.ts'
import { choice, ids, text, time } from '../../kit/fields/field.ts'

/** An open order as far as a person who reports the same device needs it; `id` only where they may open it. */
const openRepair = {
  id: out.nullable(out.text),
  orderNo: out.text,
  repairStatus: out.text,
  repairStatusValue: out.text,
  reportedAt: out.text,
  isStopped: out.nullable(out.number),
  reporterName: out.nullable(out.text),
  engineerName: out.nullable(out.text),
} as const

const { device, faultDescription, faultKind, urgency, isStopped, images, reporterPhone } = repairOrder.fields

/** A repair that is reported and completed in one call by a person at the device. */
export const quickSave = call('repairOrder.quickSave', {
  zh: '现场修复登记',
  en: 'Record a repair on the spot',
  module: 'service',
  method: 'POST',
  path: '/eam/eventtyperepair/quick-save',
  may: 'repairOrder.work',
  writes: true,
  answers: one(saved),
  input: {
    device,
    faultDescription,
    faultKind,
    urgency: choice({ zh: urgency.zh, en: urgency.en, of: urgency.of }),
    isStopped,
    images,
    reporterPhone,
    ...repairResult,
  },
})
/** Reports several devices at once, such as those of a room after a power failure: an order for each, all or none. */
export const reportRepairs = call('repairOrder.reportMany', {
  zh: '批量报修',
  en: 'Report several devices',
  module: 'service',
  method: 'POST',
  path: '/eam/devicecardrepair/order',
  may: 'repairOrder.submit',
  writes: true,
  changes: ['repairOrder', 'device'],
  answers: listOf(saved),
  input: {
    ids: ids({ zh: '设备', en: 'Devices', to: 'device', required: true, max: 100 }),
    faultDescription,
    faultKind,
    urgency: choice({ zh: urgency.zh, en: urgency.en, of: urgency.of }),
    isStopped,
  },
})
/** Adds a repair from before to the life of a device: a closed order without notices, which leaves the card as it is. */
export const collectRepair = call('repairOrder.collect', {
  zh: '补录维修记录',
  en: 'Enter a past repair',
  module: 'service',
  method: 'POST',
  path: '/eam/device-life-cycle/repair-collection',
  may: 'repairOrder.work',
  writes: true,
  changes: ['repairOrder'],
  answers: one(saved),
  input: {
    device,
    faultDescription,
    faultKind,
    isStopped,
    reportedAt: time({ zh: '报修时间', en: 'Reported', required: true }),
    finishedAt: time({ zh: '完工时间', en: 'Finished', required: true }),
    ...pastResult,
  },
})
/** Sorts open orders: how urgent they are and what kind of fault it is. All or none. */
export const repairBatch = call('repairOrder.batchUpdate', {
  zh: '批量修改工单',
  en: 'Bulk edit orders',
  module: 'service',
  method: 'POST',
  path: '/eam/eventtyperepair/batchUpdateRepair',
  may: 'repairOrder.assign',
  writes: true,
  answers: listOf(saved),
  input: {
    ids: ids({ zh: '工单', en: 'Orders', to: 'repairOrder', required: true, max: 200 }),
    urgency: choice({ zh: urgency.zh, en: urgency.en, of: urgency.of }),
    faultKind,
  },
})
/** Whom an order may be given to: `{id, name}` of up to 50 people by keyword, or of those chosen already by their ids. */
export const repairEngineers = call('repairOrder.engineers', {
  zh: '可派工的工程师',
  en: 'Available engineers',
  module: 'service',
  method: 'GET',
  path: repairFlow.steps.assign.input.engineer.options,
  may: repairFlow.steps.assign.may,
  answers: listOf({ ...option, ...optionBeside }),
  input: {
    keyword: text({ zh: '关键字', en: 'Keyword', max: 100 }),
    ids: ids({ zh: '已选人员', en: 'Selected people', to: 'user', max: 50 }),
  },
})
export const repairsOfApply = call('repairOrder.byApply', {
  zh: '单据的维修工单',
  en: 'Repairs opened from a document',
  module: 'service',
  method: 'GET',
  path: '/eam/eventtyperepair/getRepairListByApplyId',
  may: 'repairOrder.list',
  answers: listOf(out.row<typeof repairOrder>('repairOrder')),
  input: { applyId: text({ zh: '来源单据', en: 'Document', required: true, max: 36 }) },
})
/**
 * The open repairs of a device, so that it is not reported twice by accident; also for a card outside the person's scope:
 * an order outside the scope shows state and time, and no names.
 */
export const openRepairs = call('repairOrder.openOf', {
  zh: '设备的在修工单',
  en: 'Open device repairs',
  module: 'service',
  method: 'GET',
  path: '/eam/eventtyperepair/open-of',
  may: 'repairOrder.submit',
  answers: listOf(openRepair),
  input: { device },
})

/** Repairs that have ended: signed off, or left for a disposal. */
export const repairLists = lists(repairOrder, {
  ended: {
    kind: 'page',
    zh: '已结束的维修',
    en: 'Completed repairs',
    path: '/sps/hospital/work-order-repair/repair-record',
    where: { repairStatus: 'done,scrapped' },
    given: { device: 'device', dept: 'useDept' },
  },
})
