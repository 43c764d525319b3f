import { entity } from '../../kit/entity/entity.ts'
import { choice, decimal, integer, link, money, text, time } from '../../kit/fields/field.ts'
import { approvalNode } from '../flow/seeded-names.ts'
import { sharePlan, shareReport, shareResult } from './share-inputs.ts'
import { shareStates } from './share-states.ts'

const order = { zh: '工单', en: 'Order' }
const plan = { zh: '服务方案', en: 'Plan' }
const work = { zh: '服务情况', en: 'Work' }
const kept = { readOnly: true, required: false } as const

/** A repair order that a hospital shares with a service provider, as the hospital sees it. */
export const serviceOrder = entity('serviceOrder', {
  zh: '共享工单',
  en: 'Shared order',
  many: 'Shared orders',
  module: 'service',
  path: '/sps/hospital/serviceOrder',
  title: 'orderNo',
  called: ['device', 'provider'],
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { dept: 'useDept', persons: ['sharedBy'] },
  columns: ['orderNo', 'shareState', 'device', 'provider', 'planPrice', 'planDate'],
  sort: { by: 'createTime', descending: true },
  emptyAdvice: { zh: '在维修工单中用“共享给服务商”发出', en: 'Open a repair order and choose “Share with provider”' },
  fields: {
    orderNo: text({ zh: '工单号', en: 'Order no.', required: true, readOnly: true, list: true, search: true, max: 40 }),
    shareState: choice({ zh: '状态', en: 'Status', required: true, readOnly: true, list: true, initial: 'offered', of: shareStates }),
    repairOrder: link({ zh: '维修工单', en: 'Repair order', to: 'repairOrder', readOnly: true, goesWith: true, group: order }),
    device: link({ zh: '设备', en: 'Device', to: 'device', readOnly: true, list: true, group: order }),
    useDept: link({ zh: '使用科室', en: 'Department', to: 'dept', readOnly: true, list: true, group: order }),
    provider: link({ zh: '服务商', en: 'Service provider', to: 'supplier', readOnly: true, list: true, goesWith: true, group: order }),
    /** The number of the provider's own tenant. */
    providerTenant: text({ zh: '服务商账号', en: 'Provider account', readOnly: true, internal: true, max: 12, group: order }),
    contact: text({ zh: '联系人', en: 'Contact', readOnly: true, max: 45, group: order }),
    contactPhone: text({ zh: '联系电话', en: 'Phone', readOnly: true, max: 20, group: order }),
    note: text({ zh: '服务要求', en: 'Request', readOnly: true, multiline: true, max: 500, group: order }),
    sharedBy: link({ zh: '共享人', en: 'Shared by', to: 'user', readOnly: true, group: order }),
    sharedAt: time({ zh: '共享时间', en: 'Shared', readOnly: true, list: true, group: order }),
    acceptedAt: time({ zh: '接单时间', en: 'Order taken', readOnly: true, group: order }),
    reminders: integer({ zh: '催单次数', en: 'Reminders', readOnly: true, min: 0, group: order }),
    remindedAt: time({ zh: '最近催单', en: 'Last reminder', readOnly: true, group: order }),
    /** Changes with every plan, so that a page tells the plan that it shows. */
    planConfirmId: text({ zh: '方案编号', en: 'Plan no.', readOnly: true, internal: true, max: 36, group: plan }),
    planContent: { ...sharePlan.planContent, ...kept, group: plan },
    planPrice: { ...sharePlan.planPrice, ...kept, list: true, group: plan },
    planDate: { ...sharePlan.planDate, ...kept, list: true, group: plan },
    /** By the limit of the hospital when the plan came. */
    planLevel: choice({
      zh: '方案限额',
      en: 'Plan limit',
      readOnly: true,
      group: plan,
      of: {
        within: { zh: '限额以内，确认即可', en: 'Within the limit', tone: 'plain' },
        above: { zh: '超过限额，须审批', en: 'Above the limit: needs approval', tone: 'warn' },
      },
    }),
    approvalNode: approvalNode({ group: plan }),
    confirmedAt: time({ zh: '方案确认时间', en: 'Plan confirmed', readOnly: true, group: plan }),
    startedAt: time({ zh: '开工时间', en: 'Started', readOnly: true, group: work }),
    workNote: { ...shareReport.workNote, ...kept, group: work },
    workHours: { ...shareReport.workHours, ...kept, group: work },
    partsNote: { ...shareReport.partsNote, ...kept, group: work },
    photos: { ...shareReport.photos, ...kept, max: 90, group: work },
    diagnosis: { ...shareResult.diagnosis, ...kept, group: work },
    measures: { ...shareResult.measures, ...kept, group: work },
    /** What the repair order has been charged for this work: rework adds what it costs more. */
    chargedPrice: money({ zh: '计入维修费用', en: 'Charged to repair', readOnly: true, min: 0, group: work }),
    chargedHours: decimal({
      zh: '计入维修工时',
      en: 'Hours charged to repair',
      readOnly: true,
      scale: 2,
      min: 0,
      max: 10_000,
      group: work,
    }),
    finishedAt: time({ zh: '完工时间', en: 'Finished', readOnly: true, list: true, group: work }),
    closedAt: time({ zh: '关闭时间', en: 'Closed', readOnly: true, group: work }),
    reason: text({ zh: '原因', en: 'Reason', readOnly: true, max: 500, group: work }),
  },
})
