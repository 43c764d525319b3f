import { entity } from '../../kit/entity/entity.ts'
import { choice, integer, link, money, text, time } from '../../kit/fields/field.ts'
import { applyKinds, ownKinds } from './apply-kinds.ts'

/** One device of an application, or a model and how many of it. */
export const deviceApplyItem = entity('deviceApplyItem', {
  zh: '申请明细',
  en: 'Application line',
  module: 'custody',
  path: '/eam/deviceapply-item',
  title: 'itemName',
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'apply' },
  fields: {
    apply: link({ zh: '使用申请', en: 'Application', to: 'deviceApply', required: true, readOnly: true, list: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true }),
    type: choice({ zh: '申请类型', en: 'Application type', readOnly: true, list: true, of: applyKinds, more: ownKinds }),
    // A device is borrowed or asked for from another department, too.
    device: link({
      zh: '设备',
      en: 'Device',
      to: 'device',
      anywhere: true,
      list: true,
      options: '/eam/deviceapply/devices',
    }),
    // What is meant to be bought has no card yet; else the name of the card.
    itemName: text({ zh: '设备名称', en: 'Device name', list: true, search: true, max: 120 }),
    deviceModel: text({ zh: '规格型号', en: 'Model', list: true, search: true, max: 120 }),
    rfidCode: text({ zh: 'RFID', en: 'RFID', readOnly: true, list: true, max: 64 }),
    deviceSpecs: text({ zh: '规格', en: 'Specification', readOnly: true, list: true, max: 200 }),
    oldUseDept: link({ zh: '原使用科室', en: 'Former department', to: 'dept', readOnly: true, list: true }),
    oldUseLocation: link({ zh: '原使用位置', en: 'Former location', to: 'location', readOnly: true, list: true }),
    quantity: integer({ zh: '数量', en: 'Quantity', list: true, min: 1, max: 99999 }),
    unitPrice: money({ zh: '预计单价', en: 'Unit price', min: 0, perUnit: true }),
    actualReturnTime: time({ zh: '实际归还时间', en: 'Returned', readOnly: true }),
    remark: text({ zh: '备注', en: 'Remark', max: 500 }),
  },
})
