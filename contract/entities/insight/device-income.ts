import { entity } from '../../kit/entity/entity.ts'
import { date, integer, link, money, text } from '../../kit/fields/field.ts'

/** What a device earned in a month and what of its costs no other record holds; a device has one for a month. */
export const deviceIncome = entity('deviceIncome', {
  zh: '设备收入',
  en: 'Device income',
  module: 'insight',
  path: '/eam/device-income',
  title: 'incomeTitle',
  searchHint: { zh: '设备名称', en: 'Device name' },
  emptyAdvice: {
    zh: '从收费系统导出各设备每月收入后在此导入，或逐月录入',
    en: 'Import the monthly income of devices from the billing system, or enter it by hand',
  },
  table: 'tenant',
  softDelete: true,
  scope: { through: 'device' },
  sort: { by: 'month', descending: true },
  columns: ['incomeTitle', 'month', 'device', 'income', 'useCount', 'consumables', 'staffCost'],
  fields: {
    incomeTitle: text({ zh: '名称', en: 'Name', search: true, max: 200, composed: ['device', 'month'] }),
    device: link({ zh: '设备卡', en: 'Device card', to: 'device', required: true, list: true }),
    month: date({ zh: '月份（当月任一日）', en: 'Month (any day of it)', required: true, list: true }),
    // Empty says that nothing was entered, which is not an income of 0.
    income: money({ zh: '收入', en: 'Income', list: true, min: 0 }),
    useCount: integer({ zh: '检查治疗人次', en: 'Uses', list: true, min: 0, max: 9_999_999 }),
    consumables: money({ zh: '耗材费', en: 'Consumables', list: true, min: 0 }),
    staffCost: money({ zh: '人员费用', en: 'Staff cost', list: true, min: 0 }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500, fold: true }),
  },
})
