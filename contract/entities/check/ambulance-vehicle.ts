import { entity } from '../../kit/entity/entity.ts'
import { choice, date, integer, link, text } from '../../kit/fields/field.ts'
import { completeness } from './completeness.ts'
import { shifts } from './shifts.ts'

/** An ambulance or a crash trolley with what belongs on it, and how the last shift handed it over. */
export const ambulanceVehicle = entity('ambulanceVehicle', {
  zh: '急救车清单',
  en: 'Trolley list',
  module: 'check',
  path: '/eam/ambulance-vehicle',
  title: 'vehicleName',
  table: 'tenant',
  softDelete: true,
  scope: { dept: 'dept' },
  offline: {
    keep: 'read',
    scope: { by: 'dept', field: 'dept' },
    offlineFields: ['vehicleName', 'vehicleCode', 'dept', 'device', 'lastCheckDate', 'lastShift', 'lastResult', 'lastLosses', 'handOver'],
  },
  lines: [
    {
      zh: '应备物品',
      en: 'Required items',
      entity: 'ambulanceItem',
      by: 'vehicle',
      as: 'items',
      order: 'place',
      max: 200,
      totals: { itemCount: [] },
    },
  ],
  fields: {
    vehicleName: text({ zh: '名称', en: 'Name', required: true, list: true, search: 'pinyin', unique: true, max: 40 }),
    vehicleCode: text({ zh: '编码', en: 'Code', list: true, search: true, unique: true, code: true, max: 40 }),
    dept: link({ zh: '科室', en: 'Department', to: 'dept', required: true, list: true }),
    device: link({ zh: '车辆设备卡', en: 'Vehicle device card', to: 'device', list: true }),
    itemCount: integer({ zh: '物品项数', en: 'Items', readOnly: true, list: true }),
    lastCheckDate: date({ zh: '上次检查', en: 'Last checked', readOnly: true, list: true }),
    lastShift: choice({ zh: '上次班次', en: 'Last shift', readOnly: true, list: true, of: shifts }),
    lastResult: choice({ zh: '上次结果', en: 'Last result', readOnly: true, list: true, of: completeness }),
    lastLosses: text({ zh: '缺失物品', en: 'Missing', readOnly: true, max: 1000 }),
    handOver: text({ zh: '交班说明', en: 'Last shift note', readOnly: true, max: 400 }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
