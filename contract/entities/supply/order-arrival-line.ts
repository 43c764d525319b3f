import { entity } from '../../kit/entity/entity.ts'
import { integer, link, text } from '../../kit/fields/field.ts'
import { mostSerialText } from '../place/serial-text.ts'

/** What arrived of one line of an order. */
export const orderArrivalLine = entity('orderArrivalLine', {
  zh: '到货明细',
  en: 'Arrival line',
  module: 'supply',
  path: '/eam/order-arrival-line',
  title: 'itemName',
  about: ['arrival'],
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'arrival' },
  fields: {
    arrival: link({ zh: '到货单', en: 'Arrival', to: 'orderArrival', required: true, readOnly: true, list: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true }),
    orderLine: link({ zh: '订单明细', en: 'Order line', to: 'purchaseOrderLine', required: true }),
    itemName: text({ zh: '名称', en: 'Name', readOnly: true, list: true, search: true, max: 100 }),
    receivedQuantity: integer({ zh: '收货数量', en: 'Received pieces', required: true, list: true, min: 0, max: 99999 }),
    refusedQuantity: integer({ zh: '拒收数量', en: 'Refused pieces', list: true, min: 0, max: 99999 }),
    refuseReason: text({ zh: '拒收原因', en: 'Reason for refusal', list: true, max: 200 }),
    /** One for each device, as scanned; separated by line ends or commas. */
    serials: text({ zh: '出厂编号清单', en: 'Serial numbers', multiline: true, max: mostSerialText }),
  },
})
