import { entity } from '../../kit/entity/entity.ts'
import { machine, same } from '../../kit/entity/machine.ts'
import { choice, date, dictionary, ids, integer, link, money, text, time } from '../../kit/fields/field.ts'

/** What a department may spend on devices in a year. Plans reserve of it, and what comes into warehouses is spent of it. */
export const purchaseBudget = entity('purchaseBudget', {
  zh: '采购预算',
  en: 'Purchase budget',
  many: 'Purchase budgets',
  module: 'supply',
  path: '/eam/device-purchase-budget',
  title: 'budgetTitle',
  table: 'tenant',
  peek: true,
  softDelete: true,
  scope: { dept: 'dept' },
  columns: ['budgetTitle', 'budgetStatus', 'budgetYear', 'dept'],
  editable: { budgetStatus: ['draft'] },
  removable: { budgetStatus: ['draft'] },
  lines: [
    {
      zh: '预算明细',
      en: 'Lines',
      entity: 'purchaseBudgetLine',
      by: 'budget',
      as: 'lines',
      order: 'place',
      max: 500,
      calls: true,
      totals: { lineCount: [], linesTotal: ['quantity', 'unitPrice'] },
      hint: { zh: '明细合计不得超过预算金额', en: 'The line total cannot exceed the budget amount' },
    },
  ],
  fields: {
    budgetTitle: text({ zh: '预算名称', en: 'Title', list: true, search: true, max: 120, composed: ['budgetYear', 'dept'] }),
    budgetStatus: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'draft',
      of: {
        draft: { zh: '草稿', en: 'Draft', tone: 'plain' },
        approved: { zh: '已批准', en: 'Approved', tone: 'good' },
        closed: { zh: '已结束', en: 'Closed', tone: 'plain' },
      },
    }),
    budgetYear: integer({ zh: '预算年度', en: 'Year', as: 'year', required: true, list: true, min: 2000, max: 2100 }),
    dept: link({ zh: '科室', en: 'Department', to: 'dept', required: true, list: true }),
    fundSource: dictionary({ zh: '资金来源', en: 'Fund', code: 'fund_source' }),
    amount: money({ zh: '预算金额', en: 'Amount', required: true, list: true, min: 0.01 }),
    linesTotal: money({ zh: '明细合计', en: 'Line total', readOnly: true }),
    lineCount: integer({ zh: '明细行数', en: 'Lines', readOnly: true }),
    reservedTotal: money({ zh: '已占用', en: 'Reserved', readOnly: true, list: true }),
    spentTotal: money({ zh: '已支出', en: 'Spent', readOnly: true, list: true }),
    remaining: money({ zh: '可用余额', en: 'Available', readOnly: true, list: true }),
    approvedBy: link({ zh: '批准人', en: 'Approved by', to: 'user', readOnly: true }),
    approvedAt: time({ zh: '批准时间', en: 'Approved', readOnly: true }),
    documentNo: text({ zh: '批复文号', en: 'Document no.', readOnly: true, search: true, max: 100 }),
    documentDate: date({ zh: '文号日期', en: 'Document date', readOnly: true }),
    files: ids({ zh: '附件', en: 'Attachments', to: 'file', max: 20 }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})

const { fields } = purchaseBudget

/** From a draft to the end of its year. */
export const purchaseBudgeting = machine(purchaseBudget, 'budgetStatus', {
  approve: {
    from: ['draft'],
    to: 'approved',
    zh: '批准预算',
    en: 'Approve budget',
    may: 'purchaseBudget.approve',
    input: {
      documentNo: { ...fields.documentNo, readOnly: false, search: false },
      documentDate: { ...fields.documentDate, readOnly: false },
    },
  },
  adjust: {
    from: ['approved'],
    to: same(),
    zh: '调整金额',
    en: 'Adjust amount',
    may: 'purchaseBudget.approve',
    input: {
      amount: { ...fields.amount, list: false },
      reason: text({ zh: '调整原因', en: 'Reason', required: true, multiline: true, max: 500 }),
    },
  },
  close: {
    from: ['approved'],
    to: 'closed',
    zh: '结束预算',
    en: 'Close budget',
    may: 'purchaseBudget.approve',
    confirm: true,
    input: {},
  },
  reopen: {
    from: ['closed'],
    to: 'approved',
    zh: '重新启用',
    en: 'Reopen',
    may: 'purchaseBudget.approve',
    input: { reason: text({ zh: '原因', en: 'Reason', required: true, multiline: true, max: 500 }) },
  },
})
