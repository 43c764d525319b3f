import { entity } from '../../../kit/entity/entity.ts'
import { date, integer, link, text } from '../../../kit/fields/field.ts'

/** A device that a contract covers. */
export const contractDevice = entity('contractDevice', {
  zh: '合同保障设备',
  en: 'Contract device',
  many: 'Contract devices',
  module: 'service',
  path: '/eam/contract-device',
  title: 'deviceCode',
  called: ['device', 'contract'],
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'contract' },
  columns: ['deviceCode', 'device', 'contract', 'supplier', 'validFrom', 'validUntil', 'joinedOn', 'leftOn'],
  emptyAdvice: { zh: '在维保合同中填写', en: 'They are entered in service contracts' },
  fields: {
    contract: link({ zh: '维保合同', en: 'Service contract', to: 'serviceContract', required: true, readOnly: true, list: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, list: true }),
    deviceCode: text({ zh: '资产编号', en: 'Asset number', readOnly: true, list: true, search: true, max: 120 }),
    supplier: link({ zh: '维保服务商', en: 'Service provider', to: 'supplier', readOnly: true, list: true }),
    validFrom: date({ zh: '开始日期', en: 'Start date', readOnly: true, list: true }),
    validUntil: date({ zh: '截止日', en: 'Last day', readOnly: true, list: true }),
    /** The first day on which the contract covers it: its own first day, or that on which the device was added. */
    joinedOn: date({ zh: '加入日期', en: 'Joined on', readOnly: true, list: true }),
    /** The first day on which the contract covers it no more, before the contract ends. */
    leftOn: date({ zh: '退出日期', en: 'Left on', readOnly: true, list: true }),
    leftReason: text({ zh: '退出原因', en: 'Reason for leaving', readOnly: true, list: true, max: 500 }),
    remark: text({ zh: '备注', en: 'Remark', max: 200 }),
  },
})
