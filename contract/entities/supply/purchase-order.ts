import { entity } from '../../kit/entity/entity.ts'
import { machine, same } from '../../kit/entity/machine.ts'
import { choice, date, ids, integer, link, money, numbering, text, time } from '../../kit/fields/field.ts'
import { orderStates } from './purchase-order-states.ts'

const contract = { zh: '合同', en: 'Contract' }
const quoted = { zh: '供应商报价', en: 'Quote' }
const course = { zh: '进展', en: 'Course' }

/** What is bought of a supplier by an approved plan. */
export const purchaseOrder = entity('purchaseOrder', {
  zh: '采购订单',
  en: 'Purchase order',
  many: 'Purchase orders',
  module: 'supply',
  path: '/eam/purchase-order',
  title: 'orderNo',
  called: ['supplier', 'plan'],
  table: 'tenant',
  peek: true,
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  // The warehouse that receives the goods sees the order, too.
  scope: { dept: 'dept', also: ['receiveDept'] },
  columns: ['orderNo', 'orderStatus', 'supplier', 'plan', 'dept', 'deliveryDue', 'amountTotal'],
  sort: { by: 'createTime', descending: true },
  editable: { orderStatus: ['draft'] },
  removable: { orderStatus: ['draft'] },
  lines: [
    {
      zh: '订单明细',
      en: 'Lines',
      entity: 'purchaseOrderLine',
      by: 'order',
      as: 'lines',
      order: 'place',
      max: 200,
      totals: { lineCount: [], quantityTotal: ['quantity'], amountTotal: ['quantity', 'unitPrice'] },
      hint: {
        zh: '不填则带出采购计划尚未订购的明细',
        en: 'Left empty, the lines that the plan still waits for are filled in',
      },
    },
    {
      zh: '分期付款',
      en: 'Instalments',
      entity: 'purchaseInstalment',
      by: 'order',
      as: 'instalments',
      order: 'place',
      max: 36,
      totals: { instalmentCount: [], instalmentTotal: ['amount'] },
      hint: {
        zh: '填写比例时按订单金额算出应付金额；各期合计不得超过订单金额',
        en: 'A share gives the amount due of the order amount; together they cannot exceed it',
      },
    },
  ],
  fields: {
    orderNo: numbering({ zh: '订单编号', en: 'Order no.', list: true, search: true, unique: true, rule: 'CG-{yyyy}-000000' }),
    orderStatus: choice({ zh: '状态', en: 'Status', required: true, readOnly: true, list: true, initial: 'draft', of: orderStates }),
    plan: link({ zh: '采购计划', en: 'Purchase plan', to: 'purchasePlan', required: true, list: true }),
    supplier: link({ zh: '供应商', en: 'Supplier', to: 'supplier', required: true, list: true }),
    warehouse: link({ zh: '收货库房', en: 'Receiving warehouse', to: 'warehouse', required: true, list: true }),
    deliveryDue: date({ zh: '交货日期', en: 'Delivery due', list: true }),
    warrantyMonths: integer({ zh: '保修月数', en: 'Warranty (months)', min: 0, max: 600 }),
    contractNo: text({ zh: '合同号', en: 'Contract no.', list: true, search: true, max: 60, group: contract }),
    contractDate: date({ zh: '合同日期', en: 'Contract date', group: contract }),
    paymentTerms: text({ zh: '付款条件', en: 'Payment terms', multiline: true, max: 500, group: contract }),
    files: ids({ zh: '合同附件', en: 'Contract files', to: 'file', max: 20, group: contract }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
    dept: link({ zh: '申报科室', en: 'Department', to: 'dept', readOnly: true, list: true }),
    receiveDept: link({ zh: '收货科室', en: 'Receiving department', to: 'dept', readOnly: true }),
    lineCount: integer({ zh: '明细行数', en: 'Lines', readOnly: true }),
    quantityTotal: integer({ zh: '总数量', en: 'Pieces', readOnly: true, list: true }),
    receivedTotal: integer({ zh: '已到数量', en: 'Arrived pieces', readOnly: true, list: true }),
    amountTotal: money({ zh: '总金额', en: 'Amount', readOnly: true, list: true }),
    instalmentCount: integer({ zh: '付款期数', en: 'Instalments', readOnly: true }),
    instalmentTotal: money({ zh: '付款合计', en: 'Instalment total', readOnly: true }),
    /** What the cancelled pieces cost: it is not paid, though the amount of the order stays. */
    cancelledTotal: money({ zh: '取消金额', en: 'Cancelled amount', readOnly: true }),
    /** By how much the instalments come to more than what is left of the order; empty where they do not. */
    instalmentExcess: money({ zh: '付款超出', en: 'Instalments beyond the order', readOnly: true }),
    quote: link({ zh: '所选报价', en: 'Chosen quote', to: 'purchaseQuote', readOnly: true, group: quoted }),
    quoteDifference: money({ zh: '与报价相差', en: 'Difference from the quote', readOnly: true, list: true, group: quoted }),
    singleReason: text({ zh: '单一来源理由', en: 'Single source reason', readOnly: true, multiline: true, max: 500, group: quoted }),
    singleBy: link({ zh: '单一来源批准人', en: 'Single source allowed by', to: 'user', readOnly: true, group: quoted }),
    singleAt: time({ zh: '单一来源批准时间', en: 'Single source allowed', readOnly: true, group: quoted }),
    placedBy: link({ zh: '下单人', en: 'Placed by', to: 'user', readOnly: true, group: course }),
    placedAt: time({ zh: '下单时间', en: 'Placed', readOnly: true, group: course }),
    arrivedAt: time({ zh: '到齐时间', en: 'All arrived', readOnly: true, group: course }),
    closedAt: time({ zh: '结束时间', en: 'Ended', readOnly: true, group: course }),
    endReason: text({ zh: '取消原因', en: 'Cancellation reason', readOnly: true, max: 500, group: course }),
  },
})

const { fields } = purchaseOrder
const reason = { ...fields.endReason, readOnly: false, required: true, multiline: true } as const
const counted = { receivedTotal: integer({ zh: '已到数量', en: 'Arrived pieces', min: 0 }) }

/** From a draft to the last delivery. Arrivals raise the inner steps. */
export const purchaseOrdering = machine(purchaseOrder, 'orderStatus', {
  allowSingle: {
    from: ['draft'],
    to: same(),
    zh: '批准单一来源',
    en: 'Allow single source',
    may: 'purchaseOrder.single',
    input: { singleReason: { ...fields.singleReason, readOnly: false, required: true } },
  },
  place: { from: ['draft'], to: 'placed', zh: '下单', en: 'Place order', may: 'purchaseOrder.submit', confirm: true, input: {} },
  arrive: {
    from: ['placed', 'partly'],
    to: same(),
    zh: '登记到货',
    en: 'Record arrival',
    may: 'orderArrival.submit',
    byState: true,
    input: {
      receivedOn: date({ zh: '到货日期', en: 'Arrived on', required: true }),
      deliveryNote: text({ zh: '送货单号', en: 'Delivery note', max: 60 }),
    },
  },
  count: { from: ['placed', 'partly', 'arrived', 'closed'], to: same(), zh: '到货计数', en: 'Arrival count', inner: true, input: counted },
  countPayments: {
    from: ['placed', 'partly', 'arrived', 'closed'],
    to: same(),
    zh: '付款合计',
    en: 'Instalment total',
    inner: true,
    input: { instalmentTotal: money({ zh: '付款合计', en: 'Instalment total' }) },
  },
  receiveNone: { from: ['partly', 'arrived'], to: 'placed', zh: '到货更新', en: 'Arrival update', inner: true, input: counted },
  receiveSome: { from: ['placed', 'arrived'], to: 'partly', zh: '部分到货', en: 'Partly arrived', inner: true, input: counted },
  receiveAll: { from: ['placed', 'partly'], to: 'arrived', zh: '全部到货', en: 'All arrived', inner: true, input: counted },
  cancelRest: {
    from: ['partly'],
    to: 'arrived',
    zh: '取消未到货',
    en: 'Cancel what has not arrived',
    may: 'purchaseOrder.submit',
    confirm: true,
    input: { endReason: reason },
  },
  close: { from: ['arrived'], to: 'closed', zh: '结束订单', en: 'Close order', may: 'purchaseOrder.submit', confirm: true, input: {} },
  cancel: {
    from: ['placed'],
    to: 'cancelled',
    zh: '取消采购订单',
    en: 'Cancel purchase order',
    may: 'purchaseOrder.submit',
    confirm: true,
    input: { endReason: reason },
  },
})
