import { entity } from '../../../kit/entity/entity.ts'
import { machine } from '../../../kit/entity/machine.ts'
import { choice, link, text } from '../../../kit/fields/field.ts'

/** A request that a sealed device is used again. */
export const deviceCardActive = entity('deviceCardActive', {
  zh: '启封申请',
  en: 'Unsealing request',
  many: 'Unsealing requests',
  module: 'asset',
  path: '/eam/devicecardactive',
  title: 'activeTitle',
  searchHint: { zh: '设备名称', en: 'Device name' },
  table: 'tenant',
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  scope: { through: 'device' },
  editable: { activeStatus: ['pending'] },
  removable: { activeStatus: ['pending'] },
  sort: { by: 'createTime', descending: true },
  fields: {
    activeTitle: text({ zh: '启封设备', en: 'Device to unseal', list: true, search: true, max: 140, composed: ['device'] }),
    activeStatus: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'pending',
      of: {
        pending: { zh: '待处理', en: 'Pending', tone: 'warn' },
        done: { zh: '已启封', en: 'Unsealed', tone: 'good' },
        refused: { zh: '已拒绝', en: 'Refused', tone: 'bad' },
      },
    }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, goesWith: true }),
    reason: text({ zh: '启封原因', en: 'Reason for unsealing', required: true, list: true, multiline: true, max: 500 }),
    decidedBy: link({ zh: '审批人', en: 'Decided by', to: 'user', readOnly: true, list: true, anywhere: true }),
    decision: text({ zh: '审批意见', en: 'Comment', readOnly: true, multiline: true, max: 500 }),
  },
})

/** From the request to the device that is in use or in stock again. */
export const deviceActivating = machine(deviceCardActive, 'activeStatus', {
  activate: { from: ['pending'], to: 'done', zh: '启封', en: 'Unseal', may: 'device.seal', many: true, confirm: true, input: {} },
  refuse: {
    from: ['pending'],
    to: 'refused',
    zh: '拒绝',
    en: 'Refuse',
    may: 'device.seal',
    sets: { decidedById: 'me', decision: 'said.decision' },
    input: { decision: text({ zh: '审批意见', en: 'Comment', required: true, multiline: true, max: 500 }) },
  },
})
