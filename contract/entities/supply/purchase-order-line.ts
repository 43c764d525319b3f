import { entity } from '../../kit/entity/entity.ts'
import { integer, link, money, text } from '../../kit/fields/field.ts'

/** A model that an order buys, with what has arrived of it. */
export const purchaseOrderLine = entity('purchaseOrderLine', {
  zh: '采购订单明细',
  en: 'Purchase order line',
  module: 'supply',
  path: '/eam/purchase-order-line',
  title: 'itemName',
  about: ['order', 'model'],
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'order' },
  fields: {
    order: link({ zh: '采购订单', en: 'Purchase order', to: 'purchaseOrder', required: true, readOnly: true, list: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true }),
    itemName: text({ zh: '名称', en: 'Name', required: true, list: true, search: true, max: 100 }),
    model: text({ zh: '规格型号', en: 'Model', list: true, search: true, max: 100 }),
    manufacturer: text({ zh: '生产厂家', en: 'Manufacturer', list: true, search: true, max: 100 }),
    registrationNo: text({ zh: '注册证号', en: 'Registration number', max: 80 }),
    quantity: integer({ zh: '数量', en: 'Quantity', required: true, list: true, min: 1, max: 99999 }),
    unitPrice: money({ zh: '单价', en: 'Unit price', required: true, list: true, min: 0, perUnit: true }),
    /** What the chosen quote of the supplier says. */
    quotedPrice: money({ zh: '报价', en: 'Quoted price', readOnly: true, list: true, perUnit: true }),
    /** Those of the order where empty. */
    warrantyMonths: integer({ zh: '保修月数', en: 'Warranty (months)', list: true, min: 0, max: 600 }),
    receivedQuantity: integer({ zh: '已到数量', en: 'Arrived pieces', readOnly: true, list: true }),
    cancelledQuantity: integer({ zh: '取消数量', en: 'Cancelled pieces', readOnly: true }),
  },
})
