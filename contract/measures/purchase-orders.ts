import { purchaseOrder } from '../entities/supply/purchase-order.ts'
import { measure } from '../kit/figures/measure.ts'

/** What was ordered of whom and for which department, what is still open, and how long deliveries take. */
export const purchaseOrders = measure('purchaseOrders', purchaseOrder, {
  zh: '采购订单统计',
  en: 'Purchase orders',
  module: 'supply',
  path: '/eam/measure/purchase-orders',
  page: '/eam/purchase-order',
  where: { orderStatus: 'placed,partly,arrived,closed' },
  filters: ['orderStatus', 'supplier', 'dept', 'plan', 'warehouse'],
  period: 'placedAt',
  groups: {
    month: { by: 'placedAt', as: 'month', words: { zh: '下单月份', en: 'Order month' } },
    supplier: { by: 'supplier' },
    dept: { by: 'dept' },
    orderStatus: { by: 'orderStatus' },
  },
  figures: {
    count: {
      kind: 'count',
      zh: '订单数',
      en: 'Orders',
      unit: 'orders',
      formula: { zh: '已下单且未取消的采购订单数。', en: 'Purchase orders that were placed and not cancelled.' },
    },
    amount: {
      kind: 'sum',
      of: 'amountTotal',
      zh: '采购金额',
      en: 'Amount ordered',
      unit: 'money',
      formula: { zh: '这些订单的总金额之和。', en: 'The total amount of these orders.' },
    },
    open: {
      kind: 'count',
      where: { orderStatus: 'placed,partly' },
      zh: '未到齐订单',
      en: 'Open orders',
      unit: 'orders',
      formula: { zh: '还有货物未到的订单数。', en: 'Orders of which something has not arrived yet.' },
    },
    leadTime: {
      kind: 'median',
      from: 'placedAt',
      to: 'arrivedAt',
      where: { arrivedAt: '_some' },
      zh: '供货周期',
      en: 'Lead time',
      unit: 'minutes',
      formula: { zh: '已到齐订单从下单到到齐的时间的中位数。', en: 'The median time from placing an order to its last delivery.' },
    },
  },
})
