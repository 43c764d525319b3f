import { chosenPeople } from '../../kit/entity/approval.ts'
import { entity } from '../../kit/entity/entity.ts'
import { machine } from '../../kit/entity/machine.ts'
import { choice, date, dictionary, ids, integer, link, money, numbering, text } from '../../kit/fields/field.ts'
import { ofApproval } from '../flow/circle.ts'

/** Most cards that one entry makes. */
export const mostEntryCards = 500

const opinion = { zh: '审批意见', en: 'Comment', multiline: true, max: 500, closed: ofApproval } as const

/** What came into a warehouse. Its approval makes the cards and fills the stock. */
export const warehouseEntry = entity('warehouseEntry', {
  zh: '入库单',
  en: 'Warehouse entry',
  many: 'Warehouse entries',
  module: 'place',
  path: '/eam/warehouse/enter',
  title: 'entryNo',
  called: ['warehouse', 'supplier', 'entryDate'],
  table: 'tenant',
  peek: true,
  softDelete: true,
  verbs: ['list', 'page', 'detail', 'submit', 'remove', 'export'],
  names: { page: ['enter-page'], submit: ['save', 'update'] },
  scope: { dept: 'dept', persons: ['submittedBy'] },
  editable: { entryStatus: ['draft', 'rejected'] },
  removable: { entryStatus: ['draft', 'rejected', 'cancelled'] },
  columns: ['entryNo', 'entryStatus', 'warehouse', 'entryDate', 'supplier'],
  sort: { by: 'createTime', descending: true },
  lines: [
    {
      zh: '入库明细',
      en: 'Lines',
      entity: 'warehouseEntryLine',
      by: 'entry',
      as: 'lines',
      order: 'place',
      max: 200,
      totals: { lineCount: [], quantityTotal: ['quantity'], amountTotal: ['quantity', 'unitPrice'] },
      hint: {
        zh: '附属设备归上一行设备，数量须为其整倍数；审批通过后按数量逐台建卡',
        en: 'Attached devices belong to the device line above; their quantity is a multiple of its quantity. Approval creates one card per piece',
      },
    },
  ],
  fields: {
    entryNo: numbering({ zh: '入库单号', en: 'Entry no.', list: true, search: true, unique: true, rule: 'RK-{yyyy}-000000' }),
    warehouse: link({ zh: '库房', en: 'Warehouse', to: 'warehouse', required: true, list: true }),
    dept: link({ zh: '科室', en: 'Department', to: 'dept', merges: 'moves', required: true, list: true }),
    entryDate: date({ zh: '入库日期', en: 'Entry date', required: true, list: true }),
    supplier: link({ zh: '供应商', en: 'Supplier', to: 'supplier', list: true }),
    plan: link({ zh: '采购计划', en: 'Purchase plan', to: 'purchasePlan' }),
    /** The delivery whose acceptance made this entry. */
    arrival: link({ zh: '到货单', en: 'Arrival', to: 'orderArrival', readOnly: true }),
    acceptanceDate: date({ zh: '验收日期', en: 'Acceptance date' }),
    contractNo: text({ zh: '合同号', en: 'Contract no.', list: true, search: true, max: 60 }),
    invoiceNo: text({ zh: '发票号', en: 'Invoice no.', list: true, search: true, max: 60 }),
    fundSource: dictionary({ zh: '资金来源', en: 'Fund', code: 'fund_source' }),
    files: ids({ zh: '附件', en: 'Attachments', to: 'file', max: 20 }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
    lineCount: integer({ zh: '明细行数', en: 'Lines', readOnly: true, list: true }),
    quantityTotal: integer({ zh: '总数量', en: 'Pieces', readOnly: true, list: true }),
    amountTotal: money({ zh: '总金额', en: 'Amount', readOnly: true, list: true }),
    entryStatus: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'draft',
      of: {
        draft: { zh: '草稿', en: 'Draft', tone: 'plain' },
        submitted: { zh: '待审批', en: 'Awaiting approval', tone: 'busy' },
        done: { zh: '已入库', en: 'Entered', tone: 'good' },
        rejected: { zh: '已驳回', en: 'Rejected', tone: 'bad' },
        cancelled: { zh: '已取消', en: 'Cancelled', tone: 'plain' },
      },
    }),
    submittedBy: link({ zh: '提交人', en: 'Submitted by', to: 'user', readOnly: true, list: true }),
    decidedBy: link({ zh: '审批人', en: 'Decided by', to: 'user', readOnly: true }),
    opinion: text({ ...opinion, readOnly: true }),
    codes: text({ zh: '生成的资产编号', en: 'Created asset numbers', readOnly: true, max: 100 }),
  },
})

/** From a draft to cards and stock. An approval decides `approve` and `reject`. */
export const warehouseEntering = machine(warehouseEntry, 'entryStatus', {
  handIn: {
    from: ['draft', 'rejected'],
    to: 'submitted',
    zh: '提交审批',
    en: 'Submit for approval',
    may: 'warehouseEntry.submit',
    input: { chosen: chosenPeople },
  },
  approve: {
    from: ['submitted'],
    to: 'done',
    zh: '同意',
    en: 'Approve',
    may: 'warehouseEntry.approve',
    confirm: true,
    input: { opinion: text(opinion) },
  },
  reject: {
    from: ['submitted'],
    to: 'rejected',
    zh: '驳回',
    en: 'Reject',
    may: 'warehouseEntry.approve',
    sets: { decidedById: 'me', opinion: 'said.opinion' },
    input: { opinion: text({ ...opinion, required: true }) },
  },
  cancel: {
    from: ['draft', 'submitted', 'rejected', 'done'],
    to: 'cancelled',
    zh: '取消入库',
    en: 'Cancel entry',
    may: 'warehouseEntry.submit',
    confirm: true,
    input: { reason: text({ zh: '原因', en: 'Reason', multiline: true, max: 500 }) },
  },
})
