import { entity } from '../../kit/entity.ts'
import { integer, link, money, text } from '../../kit/field.ts'

/** A device that a plan means to buy. */
export const purchasePlanLine = entity('purchasePlanLine', {
  zh: '采购计划明细',
  en: 'Line of a purchase plan',
  area: 'supply',
  path: '/eam/device-purchase-plan-list',
  title: 'deviceName',
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'plan' },
  fields: {
    plan: link({ zh: '采购计划', en: 'Plan', to: 'purchasePlan', required: true, readOnly: true, list: true }),
    place: integer({ zh: '序号', en: 'Place', required: true, readOnly: true }),
    deviceName: text({ zh: '设备名称', en: 'Device', required: true, list: true, search: true, max: 100 }),
    model: text({ zh: '型号', en: 'Model', list: true, search: true, max: 100 }),
    specification: text({ zh: '规格', en: 'Specification', list: true, max: 200 }),
    maker: text({ zh: '生产厂家', en: 'Manufacturer', list: true, max: 120 }),
    quantity: integer({ zh: '数量', en: 'Quantity', required: true, list: true, min: 1, max: 99999 }),
    unit: text({ zh: '单位', en: 'Unit', list: true, max: 20 }),
    unitPrice: money({ zh: '预计单价', en: 'Unit price', list: true, min: 0, perUnit: true }),
    purpose: text({ zh: '用途', en: 'Purpose', multiline: true, max: 500 }),
  },
})
