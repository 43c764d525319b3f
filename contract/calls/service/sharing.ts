import { device } from '../../entities/asset/device/device.ts'
import { proposable } from '../../entities/service/card-proposal.ts'
import { providerOrder } from '../../entities/service/provider-order.ts'
import { serviceOrder } from '../../entities/service/service-order.ts'
import { liveShareStates } from '../../entities/service/share-states.ts'
import { listOf, one, out, pageOf, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { lists } from '../../kit/entity/list.ts'
import { paging } from '../../kit/entity/paging.ts'
import { text } from '../../kit/fields/field.ts'

const id = text({ zh: '编号', en: 'ID', required: true, max: 36 })
const live = liveShareStates.join()

/** Lists of shared orders on the hospital's side. */
export const serviceOrderLists = lists(serviceOrder, {
  byProvider: {
    kind: 'count',
    zh: '共享工单按服务商',
    en: 'Shared orders by provider',
    path: 'sps-data',
    by: 'provider',
    each: 'shareState',
  },
  devices: {
    kind: 'list',
    zh: '共享工单的设备',
    en: 'Devices of shared orders',
    path: 'device-data',
    where: { shareState: live },
    columns: ['device', 'useDept', 'provider', 'orderNo', 'shareState', 'sharedAt'],
  },
  inspections: {
    kind: 'page',
    zh: '待验收的共享工单',
    en: 'Shared orders to inspect',
    path: '/sps/hospital/workOrder/inspection-list',
    where: { shareState: 'finished' },
  },
})

/** Lists of orders on the provider's side. */
export const providerOrderLists = lists(providerOrder, {
  open: {
    kind: 'page',
    zh: '进行中的服务工单',
    en: 'Open service orders',
    path: 'eam-list',
    where: { shareState: live },
    columns: ['deviceName', 'deviceModel', 'serialNo', 'deptName', 'place', 'hospitalName', 'orderNo', 'shareState'],
  },
  records: {
    kind: 'page',
    zh: '服务记录',
    en: 'Service records',
    path: 'ins-records-page',
    where: { shareState: 'finished,done' },
    columns: ['orderNo', 'shareState', 'hospitalName', 'deviceName', 'workNote', 'workHours', 'finishedAt'],
  },
})

/** One shared order; with `planConfirmId`, only while that plan is the newest. */
export const serviceOrderDetail = call('serviceOrder.plan', {
  zh: '共享工单及方案',
  en: 'Shared order with its plan',
  module: 'service',
  method: 'GET',
  path: '/sps/hospital/workOrder/detail',
  may: 'serviceOrder.list',
  reads: ['serviceOrder'],
  answers: one(out.row<typeof serviceOrder>('serviceOrder')),
  input: { id, planConfirmId: text({ zh: '方案编号', en: 'Plan no.', max: 36 }) },
})

const shared = {
  id: out.text,
  deviceName: out.nullable(out.text),
  deviceModel: out.nullable(out.text),
  serialNo: out.nullable(out.text),
  hospitalName: out.nullable(out.text),
  orders: out.number,
  lastSharedAt: out.nullable(out.text),
} as const
const asked = { module: 'service', method: 'GET', may: 'providerOrder.list', reads: ['providerOrder'] } as const

/** The devices of the orders that the provider has now. */
export const providerDevices = call('providerOrder.devices', {
  zh: '在服务的设备',
  en: 'Devices in service',
  ...asked,
  path: '/sps/provider/device/list',
  answers: pageOf(shared),
  input: paging,
})

/** How many orders, devices and hospitals the provider has now. */
export const providerCounts = call('providerOrder.counts', {
  zh: '服务概况',
  en: 'Service at a glance',
  ...asked,
  path: '/sps/provider/device/sps-count',
  answers: one({ orders: out.number, devices: out.number, hospitals: out.number, waiting: out.number }),
  input: {},
})

/** The models of the devices that the provider has had orders of. */
export const manufacturerDevices = call('providerOrder.models', {
  zh: '服务过的机型',
  en: 'Models serviced',
  ...asked,
  path: '/sps/manufacturer/device-page',
  answers: pageOf({
    deviceName: out.nullable(out.text),
    deviceModel: out.nullable(out.text),
    devices: out.number,
    hospitals: out.number,
    orders: out.number,
  }),
  input: paging,
})

/** Providers that orders may be shared with: their people, and the classes of the devices that they maintain. */
export const serviceTeams = call('serviceOrder.teams', {
  zh: '可共享的服务商团队',
  en: 'Provider teams',
  module: 'service',
  method: 'GET',
  path: '/blade/tenant/service-team',
  may: 'serviceOrder.share',
  reads: ['supplier', 'serviceOrder'],
  answers: listOf({ id: out.text, teamName: out.text, people: out.list(out.text), classes: out.list(out.text), openOrders: out.number }),
  input: {},
})

const reminding = { module: 'service', method: 'GET', may: 'serviceOrder.share', writes: true, changes: ['serviceOrder'] } as const

/** Reminds the provider of an order that it has taken; once an hour. */
export const reminder = call('serviceOrder.reminder', {
  zh: '催办共享工单',
  en: 'Remind the provider',
  ...reminding,
  path: '/sps/hospital/serviceOrder/reminder',
  answers: one(saved),
  input: { id },
})

/** Reminds the provider to answer; once an hour. */
export const reminderWait = call('serviceOrder.reminderWait', {
  zh: '催促接单',
  en: 'Remind to take an order',
  ...reminding,
  path: '/sps/hospital/serviceOrder/reminder-wait',
  answers: one(saved),
  input: { id },
})

const optional = Object.fromEntries(Object.entries(proposable).map(([name, { zh, en, max }]) => [name, text({ zh, en, max })])) as Readonly<
  Record<keyof typeof proposable, ReturnType<typeof text>>
>

/** A provider proposes changes of the card behind an order that it has; the hospital decides on each. */
export const proposeCard = call('providerOrder.propose', {
  zh: '建议修改设备卡',
  en: 'Propose card changes',
  module: 'service',
  method: 'POST',
  path: '/eam/device/sps-edit',
  may: 'providerOrder.work',
  writes: true,
  changes: [],
  answers: one({ proposed: out.number }),
  input: {
    id,
    ...optional,
    reason: text({ zh: '说明', en: 'Note', multiline: true, max: 200 }),
  },
})

/** The states of devices, with how many are in each. */
export const deviceStateCounts = lists(device, {
  stateCounts: {
    kind: 'count',
    zh: '设备状态',
    en: 'Device status',
    path: '/sps/hospital/device/get-status',
    by: 'eamStatus',
    module: 'service',
  },
})
