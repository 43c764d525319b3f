import { entity } from '../../../kit/entity/entity.ts'
import { date, integer, link, text } from '../../../kit/fields/field.ts'

/** A device in a set. It is in one set at a time; the histories of set and card say who was in it before. */
export const deviceSetMember = entity('deviceSetMember', {
  zh: '套内设备',
  en: 'Device in a set',
  many: 'Devices in sets',
  module: 'asset',
  path: '/eam/device-set-member',
  title: 'deviceCode',
  called: ['device', 'deviceSet'],
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'deviceSet' },
  columns: ['deviceCode', 'device', 'deviceSet', 'since'],
  emptyAdvice: { zh: '在设备套组中填写', en: 'They are entered in device sets' },
  offline: {
    keep: 'read',
    scope: { by: 'parent', field: 'deviceSet', group: 'set' },
    offlineFields: ['deviceSet', 'place', 'device', 'deviceCode', 'since'],
  },
  fields: {
    deviceSet: link({ zh: '设备套组', en: 'Device set', to: 'deviceSet', required: true, readOnly: true, list: true, goesWith: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, goesWith: true, list: true }),
    deviceCode: text({ zh: '资产编号', en: 'Asset number', readOnly: true, list: true, search: true, max: 120 }),
    since: date({ zh: '加入日期', en: 'Joined on', readOnly: true, list: true }),
    remark: text({ zh: '备注', en: 'Remark', max: 200 }),
  },
})
