import { devicePart } from '../entities/asset/parts/device-part.ts'
import { purchaseInvoice } from '../entities/supply/invoices/purchase-invoice.ts'
import { orderArrival } from '../entities/supply/order-arrival.ts'
import { purchaseInstalment } from '../entities/supply/purchase-instalment.ts'
import { purchaseOrder } from '../entities/supply/purchase-order.ts'
import type { HomeFacts } from '../kit/entity/home.ts'

/** Deliveries, payments and stock to order on the first page. */
export const supplyHome: HomeFacts = {
  figures: [
    {
      name: 'supply.accept',
      of: orderArrival,
      page: '/eam/order-arrival',
      kind: 'processed',
      zh: '待验收的到货',
      en: 'Arrivals to accept',
      has: ['orderArrival.accept'],
      where: { arrivalState: 'received' },
      tone: 'busy',
      hint: { zh: '已确认收货、尚未验收的到货单', en: 'Arrivals that are received and not accepted yet' },
    },
    {
      name: 'supply.invoices',
      of: purchaseInvoice,
      page: '/eam/purchase-invoice',
      kind: 'processed',
      zh: '待审核的采购发票',
      en: 'Purchase invoices to approve',
      has: ['purchaseInvoice.approve'],
      where: { invoiceState: 'matched,differs' },
      tone: 'busy',
      hint: { zh: '已核对、尚未审核的采购发票', en: 'Purchase invoices that are matched and not approved yet' },
    },
    {
      name: 'supply.late',
      of: purchaseOrder,
      page: '/eam/purchase-order',
      kind: 'warn',
      zh: '采购交货已逾期',
      en: 'Overdue purchase deliveries',
      has: ['purchaseOrder.submit'],
      where: { orderStatus: 'placed,partly', deliveryDue_le: '_today-1' },
      tone: 'bad',
      hint: { zh: '已过交货日期、尚未到齐的采购订单', en: 'Orders past their delivery date of which something is missing' },
    },
    {
      name: 'supply.pay',
      of: purchaseInstalment,
      page: '/eam/purchase-instalment',
      kind: 'warn',
      zh: '采购付款 7 天内到期',
      en: 'Purchase payments due within 7 days',
      has: ['purchaseOrder.submit'],
      where: { payState: 'open', dueOn_le: '_today+7' },
      tone: 'warn',
      hint: { zh: '7 天内到期或已逾期的待付款项', en: 'Open payments that are overdue or due within 7 days' },
    },
    {
      name: 'supply.reorder',
      of: devicePart,
      page: '/eam/part-reorder',
      kind: 'processed',
      zh: '待采购配件',
      en: 'Parts to order',
      has: ['purchasePlan.submit'],
      where: { reorder: 'due' },
      tone: 'warn',
      hint: { zh: '可用数量不高于最低库存、采购计划也补不足的配件', en: 'Parts at or below their minimum that open plans do not bring' },
    },
  ],
}
