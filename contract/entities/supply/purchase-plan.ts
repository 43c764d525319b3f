import { chosenPeople } from '../../kit/entity/approval.ts'
import { entity } from '../../kit/entity/entity.ts'
import { machine, same } from '../../kit/entity/machine.ts'
import { choice, date, integer, link, money, text, time } from '../../kit/fields/field.ts'
import { ofApproval } from '../flow/circle.ts'
import { approvalNode } from '../flow/seeded-names.ts'

const opinion = { zh: '意见', en: 'Comment', multiline: true, max: 500 } as const

/** What a department means to buy in a year. */
export const purchasePlan = entity('purchasePlan', {
  zh: '采购计划',
  en: 'Purchase plan',
  many: 'Purchase plans',
  module: 'supply',
  path: '/eam/device-purchase-plan',
  title: 'planTitle',
  table: 'tenant',
  peek: true,
  softDelete: true,
  scope: { dept: 'dept' },
  columns: ['planTitle', 'planStatus', 'planYear', 'dept'],
  editable: { planStatus: ['draft'] },
  removable: { planStatus: ['draft', 'cancelled'] },
  lines: [
    {
      zh: '计划明细',
      en: 'Lines',
      entity: 'purchasePlanLine',
      by: 'plan',
      as: 'lines',
      order: 'place',
      max: 500,
      calls: true,
      totals: { lineCount: [], plannedTotal: ['quantity', 'unitPrice'] },
    },
  ],
  fields: {
    planTitle: text({ zh: '计划名称', en: 'Title', list: true, search: true, max: 120, composed: ['planYear', 'dept'] }),
    planStatus: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'draft',
      of: {
        draft: { zh: '草稿', en: 'Draft', tone: 'plain' },
        approving: { zh: '审批中', en: 'In approval', tone: 'busy' },
        approved: { zh: '已批准', en: 'Approved', tone: 'busy' },
        finished: { zh: '已完成', en: 'Finished', tone: 'good' },
        cancelled: { zh: '已取消', en: 'Cancelled', tone: 'plain' },
      },
    }),
    planYear: integer({ zh: '计划年度', en: 'Year', as: 'year', required: true, list: true, min: 2000, max: 2100 }),
    dept: link({ zh: '申报科室', en: 'Department', to: 'dept', required: true, list: true }),
    budget: link({ zh: '采购预算', en: 'Budget', to: 'purchaseBudget', list: true }),
    reason: text({ zh: '购置理由', en: 'Reason', multiline: true, max: 1000 }),
    plannedTotal: money({ zh: '计划总额', en: 'Planned total', readOnly: true, list: true }),
    lineCount: integer({ zh: '明细行数', en: 'Lines', readOnly: true, list: true }),
    reservedTotal: money({ zh: '已占用', en: 'Reserved', readOnly: true }),
    spentTotal: money({ zh: '已支出', en: 'Spent', readOnly: true, list: true }),
    approvedBy: link({ zh: '批准人', en: 'Approved by', to: 'user', readOnly: true }),
    approvedAt: time({ zh: '批准时间', en: 'Approved', readOnly: true }),
    approvalNode: approvalNode(),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500, fold: true }),
  },
})

/** From a draft to what came in. A plan of a budget holds its part of it from the approval to the end. */
export const purchasePlanning = machine(purchasePlan, 'planStatus', {
  approve: {
    from: ['draft'],
    to: 'approved',
    zh: '批准计划',
    en: 'Approve plan',
    may: 'purchasePlan.approve',
    confirm: true,
    input: {},
  },
  seekApproval: {
    from: ['draft'],
    to: 'approving',
    zh: '提交审批',
    en: 'Submit for approval',
    may: 'purchasePlan.approve',
    confirm: true,
    input: { chosen: chosenPeople },
  },
  agree: {
    from: ['approving'],
    to: 'approved',
    zh: '同意采购计划',
    en: 'Approve the purchase plan',
    may: 'purchasePlan.agree',
    input: { opinion: text({ ...opinion, closed: ofApproval }) },
  },
  refuse: {
    from: ['approving'],
    to: 'draft',
    zh: '驳回采购计划',
    en: 'Reject the purchase plan',
    may: 'purchasePlan.agree',
    input: { opinion: text({ ...opinion, required: true, closed: ofApproval }) },
  },
  withdraw: { from: ['approving'], to: 'draft', zh: '撤回审批', en: 'Withdraw the approval', inner: true, input: {} },
  order: {
    from: ['approved'],
    to: same(),
    zh: '生成采购订单',
    en: 'Create purchase order',
    may: 'purchaseOrder.submit',
    byState: true,
    input: {
      supplier: link({ zh: '供应商', en: 'Supplier', to: 'supplier', required: true }),
      warehouse: link({ zh: '收货库房', en: 'Receiving warehouse', to: 'warehouse', required: true }),
      deliveryDue: date({ zh: '交货日期', en: 'Delivery due' }),
    },
  },
  finish: {
    from: ['approved'],
    to: 'finished',
    zh: '完成采购',
    en: 'Finish purchase',
    may: 'purchasePlan.approve',
    confirm: true,
    input: {},
  },
  reopen: {
    from: ['finished'],
    to: 'approved',
    zh: '恢复采购',
    en: 'Resume purchase',
    may: 'purchasePlan.approve',
    input: { reason: text({ zh: '原因', en: 'Reason', required: true, multiline: true, max: 500 }) },
  },
  cancel: {
    from: ['approved'],
    to: 'cancelled',
    zh: '取消计划',
    en: 'Cancel plan',
    may: 'purchasePlan.approve',
    input: { reason: text({ zh: '原因', en: 'Reason', required: true, multiline: true, max: 500 }) },
  },
})
