import { entity } from '../../../kit/entity/entity.ts'
import { flag, integer, link, numbering, text } from '../../../kit/fields/field.ts'

/** The most devices of a set. */
export const mostMembers = 100

/** Several devices of one department that are used together, such as a trolley with its devices: lent, checked and labelled as one. */
export const deviceSet = entity('deviceSet', {
  zh: '设备套组',
  en: 'Device set',
  many: 'Device sets',
  module: 'asset',
  path: '/eam/device-set',
  title: 'setName',
  about: ['setNo', 'dept', 'location'],
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'select', 'export', 'template'],
  softDelete: true,
  scope: { dept: 'dept' },
  retired: { when: { isInactive: ['1'] } },
  columns: ['setName', 'setNo', 'dept', 'location', 'keeper', 'memberCount', 'isInactive'],
  lines: [
    {
      zh: '套内设备',
      en: 'Devices in the set',
      entity: 'deviceSetMember',
      by: 'deviceSet',
      as: 'members',
      order: 'place',
      max: mostMembers,
      once: ['device'],
      totals: { memberCount: [] },
      hint: {
        zh: '只能选使用科室与套组相同的设备，一台设备只能在一个套组中',
        en: 'Only devices of the department of the set; a device is in one set at a time',
      },
    },
  ],
  offline: {
    keep: 'read',
    scope: { by: 'dept', field: 'dept', group: 'set' },
    offlineFields: ['setName', 'setNo', 'dept', 'location', 'keeper', 'qrToken', 'memberCount', 'isInactive', 'remark'],
  },
  fields: {
    setName: text({ zh: '套组名称', en: 'Set', required: true, list: true, search: 'pinyin', max: 100 }),
    setNo: numbering({ zh: '套组编号', en: 'Set number', list: true, search: true, unique: true, code: true, rule: 'TZ-{yyyy}-0000' }),
    dept: link({ zh: '使用科室', en: 'Department', to: 'dept', required: true, list: true }),
    location: link({ zh: '存放位置', en: 'Location', to: 'location', list: true }),
    keeper: link({ zh: '保管人', en: 'Keeper', to: 'user', list: true }),
    memberCount: integer({ zh: '设备数', en: 'Devices', readOnly: true, list: true }),
    isInactive: flag({ zh: '停用', en: 'Inactive', list: true }),
    qrToken: text({ zh: '二维码', en: 'QR code', readOnly: true, unique: true, max: 12 }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
