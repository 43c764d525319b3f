import { entity } from '#contract/kit/entity/entity.ts'
import { choice, dictionary, integer, link, money, text } from '#contract/kit/fields/field.ts'

/** A header with ordered lines and totals that only tests have: every fact of lines that a family may declare. */
export const sampleOrder = entity('sampleOrder', {
  zh: '样例单',
  en: 'Sample order',
  module: 'supply',
  path: '/eam/sample-order',
  title: 'orderTitle',
  table: 'tenant',
  softDelete: true,
  scope: { dept: 'useDept' },
  editable: { orderStatus: ['open'] },
  lines: [
    {
      entity: 'sampleLine',
      by: 'order',
      as: 'lines',
      order: 'place',
      max: 200,
      calls: true,
      once: ['itemName'],
      totals: { lineCount: [], totalAmount: ['quantity', 'unitPrice'] },
    },
  ],
  fields: {
    orderTitle: text({ zh: '名称', en: 'Title', required: true, list: true, search: true, max: 100 }),
    useDept: link({ zh: '科室', en: 'Department', to: 'dept', list: true }),
    orderStatus: choice({
      zh: '状态',
      en: 'State',
      required: true,
      readOnly: true,
      initial: 'open',
      of: { open: { zh: '编制中', en: 'Open' }, closed: { zh: '已关闭', en: 'Closed' } },
    }),
    remark: text({ zh: '备注', en: 'Remark', max: 200 }),
    lineCount: integer({ zh: '行数', en: 'Lines', readOnly: true, list: true }),
    totalAmount: money({ zh: '总额', en: 'Total', readOnly: true, list: true }),
  },
})

export const sampleLine = entity('sampleLine', {
  zh: '样例明细',
  en: 'Sample line',
  module: 'supply',
  path: '/eam/sample-order-line',
  title: 'itemName',
  table: 'tenant',
  verbs: ['list', 'detail'],
  scope: { through: 'order' },
  fields: {
    order: link({ zh: '样例单', en: 'Order', to: 'sampleOrder', required: true, readOnly: true }),
    place: integer({ zh: '序号', en: 'Place', required: true, readOnly: true }),
    itemName: text({ zh: '品名', en: 'Item', required: true, max: 50 }),
    quantity: integer({ zh: '数量', en: 'Quantity', required: true, min: 1, max: 100_000_000 }),
    unitPrice: money({ zh: '单价', en: 'Unit price', min: 0 }),
    unit: choice({ zh: '单位', en: 'Unit', initial: 'piece', of: { piece: { zh: '个', en: 'Piece' }, box: { zh: '盒', en: 'Box' } } }),
    fund: dictionary({ zh: '资金来源', en: 'Fund', code: 'fund_source' }),
    supplier: link({ zh: '供应商', en: 'Supplier', to: 'supplier' }),
  },
})
