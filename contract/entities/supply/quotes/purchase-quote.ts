import { entity } from '../../../kit/entity/entity.ts'
import { machine, same } from '../../../kit/entity/machine.ts'
import { choice, date, ids, integer, link, money, numbering, text, time } from '../../../kit/fields/field.ts'

const choosing = { zh: '比选', en: 'Choice' }

/** What a supplier offers for an approved plan. */
export const purchaseQuote = entity('purchaseQuote', {
  zh: '供应商报价',
  en: 'Quote',
  many: 'Quotes',
  module: 'supply',
  path: '/eam/purchase-quote',
  title: 'quoteNo',
  called: ['supplier', 'plan'],
  table: 'tenant',
  peek: true,
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  scope: { through: 'plan' },
  columns: ['quoteNo', 'quoteState', 'plan', 'supplier', 'quotedOn', 'deliveryDays', 'warrantyMonths', 'amountTotal'],
  sort: { by: 'createTime', descending: true },
  editable: { quoteState: ['open'] },
  removable: { quoteState: ['open'] },
  lines: [
    {
      zh: '报价明细',
      en: 'Lines',
      entity: 'purchaseQuoteLine',
      by: 'quote',
      as: 'lines',
      order: 'place',
      max: 500,
      required: true,
      once: ['planLine'],
      totals: { lineCount: [], amountTotal: ['quantity', 'unitPrice'] },
      hint: {
        zh: '每行填采购计划的一行明细；没有报价的明细不填',
        en: 'Each line names a line of the plan; leave out what the supplier does not offer',
      },
    },
  ],
  fields: {
    quoteNo: numbering({ zh: '报价编号', en: 'Quote no.', list: true, search: true, unique: true, rule: 'BJ-{yyyy}-000000' }),
    quoteState: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'open',
      of: {
        open: { zh: '待比选', en: 'To be compared', tone: 'busy' },
        chosen: { zh: '已选定', en: 'Chosen', tone: 'good' },
      },
    }),
    plan: link({ zh: '采购计划', en: 'Purchase plan', to: 'purchasePlan', required: true, list: true }),
    supplier: link({ zh: '供应商', en: 'Supplier', to: 'supplier', required: true, list: true }),
    quotedOn: date({ zh: '报价日期', en: 'Quoted on', required: true, list: true }),
    validUntil: date({ zh: '有效期至', en: 'Valid until', list: true }),
    deliveryDays: integer({ zh: '交货天数', en: 'Delivery (days)', list: true, min: 0, max: 3650 }),
    warrantyMonths: integer({ zh: '保修月数', en: 'Warranty (months)', list: true, min: 0, max: 600 }),
    files: ids({ zh: '报价文件', en: 'Quote files', to: 'file', max: 20 }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
    lineCount: integer({ zh: '明细行数', en: 'Lines', readOnly: true }),
    amountTotal: money({ zh: '报价合计', en: 'Quoted total', readOnly: true, list: true }),
    chosenReason: text({ zh: '选定理由', en: 'Reason for the choice', readOnly: true, multiline: true, max: 500, group: choosing }),
    chosenBy: link({ zh: '选定人', en: 'Chosen by', to: 'user', readOnly: true, group: choosing }),
    chosenAt: time({ zh: '选定时间', en: 'Chosen', readOnly: true, group: choosing }),
  },
})

/** One quote is chosen for each line of a plan; its order takes over what it says. */
export const quoting = machine(purchaseQuote, 'quoteState', {
  choose: {
    from: ['open'],
    to: 'chosen',
    zh: '选定报价',
    en: 'Choose quote',
    may: 'purchaseQuote.choose',
    input: { chosenReason: { ...purchaseQuote.fields.chosenReason, readOnly: false } },
  },
  order: {
    from: ['chosen'],
    to: same(),
    zh: '按报价下订单',
    en: 'Order by quote',
    may: 'purchaseOrder.submit',
    byState: true,
    input: { warehouse: link({ zh: '收货库房', en: 'Receiving warehouse', to: 'warehouse', required: true }) },
  },
  release: {
    from: ['chosen'],
    to: 'open',
    zh: '撤销选定',
    en: 'Withdraw choice',
    may: 'purchaseQuote.choose',
    input: { reason: text({ zh: '原因', en: 'Reason', required: true, multiline: true, max: 500 }) },
  },
})
