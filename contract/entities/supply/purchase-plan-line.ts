import { entity } from '../../kit/entity/entity.ts'
import { integer, link, text } from '../../kit/fields/field.ts'
import { purchaseItem } from './purchase-item.ts'

const { deviceName, specification, quantity, unit, unitPrice, purpose } = purchaseItem

/** A device or a part that a plan means to buy. */
export const purchasePlanLine = entity('purchasePlanLine', {
  zh: '采购计划明细',
  en: 'Purchase plan line',
  module: 'supply',
  path: '/eam/device-purchase-plan-list',
  title: 'deviceName',
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'plan' },
  fields: {
    plan: link({ zh: '采购计划', en: 'Plan', to: 'purchasePlan', required: true, readOnly: true, list: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true }),
    deviceName,
    // What comes in for it fills this stock.
    stockPart: link({ zh: '库存配件', en: 'Part in stock', to: 'devicePart', list: true, goesWith: true }),
    // The device that it is bought for; a device is in one plan.
    replaces: link({ zh: '更换设备', en: 'Replaces', to: 'device', list: true }),
    model: text({ zh: '型号', en: 'Model', list: true, search: true, max: 100 }),
    specification,
    maker: text({ zh: '生产厂家', en: 'Manufacturer', list: true, max: 120 }),
    quantity,
    unit,
    unitPrice,
    purpose,
  },
})
