import { entity } from '../../kit/entity/entity.ts'
import { choice, text, time } from '../../kit/fields/field.ts'
import { urgencies } from './repair-states.ts'
import { sharePlan, shareReport, shareResult } from './share-inputs.ts'
import { liveShareStates, shareStates } from './share-states.ts'

const order = { zh: '医院提供', en: 'From the hospital' }
const plan = { zh: '服务方案', en: 'Plan' }
const work = { zh: '服务情况', en: 'Work' }
const kept = { readOnly: true, required: false } as const

/** An order of a hospital in the tenant of the provider: a copy of the agreed fields, as texts. It has the id of the hospital's own row. */
export const providerOrder = entity('providerOrder', {
  zh: '服务工单',
  en: 'Service order',
  many: 'Service orders',
  module: 'service',
  path: '/sps/provider/workOrder',
  title: 'orderNo',
  called: ['deviceName', 'hospitalName'],
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  softDelete: true,
  offline: {
    keep: 'write',
    scope: { by: 'all', group: 'provider' },
    states: { shareState: [...liveShareStates] },
    offlineFields: [
      'orderNo',
      'shareState',
      'hospitalName',
      'deviceName',
      'deviceModel',
      'serialNo',
      'place',
      'deptName',
      'fault',
      'urgency',
      'contact',
      'contactPhone',
      'note',
      'sharedAt',
      'acceptedAt',
      'planContent',
      'planPrice',
      'planDate',
      'confirmedAt',
      'startedAt',
      'workNote',
      'workHours',
      'partsNote',
      'photos',
      'diagnosis',
      'measures',
      'finishedAt',
      'reason',
    ],
  },
  columns: ['orderNo', 'shareState', 'urgency', 'hospitalName', 'deviceName'],
  sort: { by: 'createTime', descending: true },
  emptyAdvice: { zh: '医院共享给您的工单显示在这里', en: 'Orders that hospitals share with you appear here' },
  fields: {
    orderNo: text({ zh: '工单号', en: 'Order no.', required: true, readOnly: true, list: true, search: true, max: 40 }),
    shareState: choice({ zh: '状态', en: 'Status', required: true, readOnly: true, list: true, initial: 'offered', of: shareStates }),
    hospitalName: text({ zh: '医院', en: 'Hospital', readOnly: true, list: true, search: true, max: 120, group: order }),
    /** The tenant of the hospital. */
    hospital: text({ zh: '医院编号', en: 'Hospital no.', readOnly: true, internal: true, max: 12, group: order }),
    /** Tells orders of one device: made of ids that the provider does not see. */
    deviceKey: text({ zh: '设备标识', en: 'Device key', readOnly: true, internal: true, max: 32, group: order }),
    deviceName: text({ zh: '设备名称', en: 'Device name', readOnly: true, list: true, search: true, max: 200, group: order }),
    deviceModel: text({ zh: '型号', en: 'Model', readOnly: true, list: true, search: true, max: 200, group: order }),
    serialNo: text({ zh: '出厂编号', en: 'Serial number', readOnly: true, search: true, max: 100, group: order }),
    place: text({ zh: '存放位置', en: 'Location', readOnly: true, max: 300, group: order }),
    deptName: text({ zh: '使用科室', en: 'Department', readOnly: true, max: 120, group: order }),
    fault: text({ zh: '故障描述', en: 'What is wrong', readOnly: true, multiline: true, max: 1000, group: order }),
    urgency: choice({ zh: '紧急程度', en: 'Urgency', readOnly: true, list: true, of: urgencies, group: order }),
    contact: text({ zh: '联系人', en: 'Contact', readOnly: true, max: 45, group: order }),
    contactPhone: text({ zh: '联系电话', en: 'Phone', readOnly: true, max: 20, group: order }),
    note: text({ zh: '服务要求', en: 'Request', readOnly: true, multiline: true, max: 500, group: order }),
    sharedAt: time({ zh: '共享时间', en: 'Shared', readOnly: true, list: true, group: order }),
    acceptedAt: time({ zh: '接单时间', en: 'Order taken', readOnly: true, group: order }),
    planContent: { ...sharePlan.planContent, ...kept, group: plan },
    planPrice: { ...sharePlan.planPrice, ...kept, list: true, group: plan },
    planDate: { ...sharePlan.planDate, ...kept, list: true, group: plan },
    confirmedAt: time({ zh: '方案确认时间', en: 'Plan confirmed', readOnly: true, group: plan }),
    startedAt: time({ zh: '开工时间', en: 'Started', readOnly: true, group: work }),
    workNote: { ...shareReport.workNote, ...kept, group: work },
    workHours: { ...shareReport.workHours, ...kept, group: work },
    partsNote: { ...shareReport.partsNote, ...kept, group: work },
    photos: { ...shareReport.photos, ...kept, max: 90, group: work },
    diagnosis: { ...shareResult.diagnosis, ...kept, group: work },
    measures: { ...shareResult.measures, ...kept, group: work },
    finishedAt: time({ zh: '完工时间', en: 'Finished', readOnly: true, list: true, group: work }),
    closedAt: time({ zh: '关闭时间', en: 'Closed', readOnly: true, group: work }),
    reason: text({ zh: '原因', en: 'Reason', readOnly: true, max: 500, group: work }),
  },
})
