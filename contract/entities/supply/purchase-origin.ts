import { entity } from '../../kit/entity/entity.ts'
import { date, link, money, text } from '../../kit/fields/field.ts'

/** By which entry, delivery, order, plan and budget a card came. */
export const purchaseOrigin = entity('purchaseOrigin', {
  zh: '采购来源',
  en: 'Purchase origin',
  many: 'Purchased devices',
  module: 'supply',
  path: '/eam/purchase-origin',
  title: 'cardTitle',
  called: ['device', 'entry'],
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'device' },
  columns: ['device', 'entry', 'arrival', 'order', 'plan', 'budget', 'unitPrice'],
  sort: { by: 'createTime', descending: true },
  emptyAdvice: { zh: '入库审批通过后产生', en: 'Approved warehouse entries create them' },
  fields: {
    cardTitle: text({ zh: '设备卡名称', en: 'Device card title', search: 'pinyin', max: 140, composed: ['device'] }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, readOnly: true, list: true, goesWith: true }),
    entry: link({ zh: '入库单', en: 'Warehouse entry', to: 'warehouseEntry', required: true, readOnly: true, list: true, goesWith: true }),
    arrival: link({ zh: '到货单', en: 'Arrival', to: 'orderArrival', readOnly: true, list: true }),
    order: link({ zh: '采购订单', en: 'Purchase order', to: 'purchaseOrder', readOnly: true, list: true }),
    plan: link({ zh: '采购计划', en: 'Purchase plan', to: 'purchasePlan', readOnly: true, list: true }),
    budget: link({ zh: '采购预算', en: 'Purchase budget', to: 'purchaseBudget', readOnly: true, list: true }),
    supplier: link({ zh: '供应商', en: 'Supplier', to: 'supplier', readOnly: true, list: true }),
    unitPrice: money({ zh: '单价', en: 'Unit price', readOnly: true, list: true, perUnit: true }),
    enteredOn: date({ zh: '入库日期', en: 'Entry date', readOnly: true, list: true }),
    dept: link({ zh: '入库科室', en: 'Entry department', to: 'dept', readOnly: true, list: true }),
    /** That of the card, also after it has changed. */
    deviceClass: link({ zh: '医疗器械分类', en: 'Device class', to: 'deviceClass', readOnly: true }),
    /** The same for devices of one name and model. */
    modelKey: text({ zh: '型号标识', en: 'Model key', readOnly: true, internal: true, max: 32 }),
  },
})
