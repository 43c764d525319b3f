import { entity } from '../../kit/entity/entity.ts'
import { choice, flag, integer, link, money, numbering, text, time } from '../../kit/fields/field.ts'
import { borrowingStates, conditions } from './borrowing-states.ts'
import { priceKinds } from './pool-price.ts'

const use = { zh: '借用信息', en: 'Use' }
const back = { zh: '归还登记', en: 'Return' }
const cost = { zh: '费用', en: 'Fee' }

/** The use of a shared device by another department, from the reservation to the return. */
export const sharedBorrowing = entity('sharedBorrowing', {
  zh: '共享借用',
  en: 'Shared borrowing',
  module: 'pool',
  path: '/eam/deviceusemanage',
  title: 'borrowingNo',
  called: ['device', 'borrowDept'],
  table: 'tenant',
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  names: {
    list: ['shared-borrowing-page'],
    detail: ['shared-borrowing-detail'],
    submit: ['shared-borrowing-save'],
    remove: ['shared-borrowing-remove'],
    export: ['shared-borrowing-export'],
    history: ['shared-borrowing-history'],
  },
  columns: ['borrowingNo', 'borrowingStatus', 'device', 'borrowDept', 'lendDept', 'fromTime', 'toTime', 'returnedAt', 'fee'],
  scope: { dept: 'borrowDept', also: ['lendDept'], persons: ['borrower', 'lender'] },
  sort: { by: 'createTime', descending: true },
  editable: { borrowingStatus: ['reserved'] },
  removable: { borrowingStatus: ['cancelled'] },
  fields: {
    borrowingNo: numbering({ zh: '借用单号', en: 'Borrowing no.', list: true, search: true, unique: true, rule: 'GX-{yyyy}-000000' }),
    borrowingStatus: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'reserved',
      of: borrowingStates,
    }),
    // The pool is open to every department, so the device may be one that the borrower does not see.
    device: link({
      zh: '设备',
      en: 'Device',
      to: 'device',
      required: true,
      anywhere: true,
      list: true,
      options: '/eam/share/device/to-borrow',
      group: use,
    }),
    lendDept: link({ zh: '借出科室', en: 'Lent by', to: 'dept', readOnly: true, list: true, group: use }),
    borrowDept: link({ zh: '借用科室', en: 'Borrowed by', to: 'dept', required: true, list: true, group: use }),
    borrower: link({ zh: '借用人', en: 'Borrower', to: 'user', readOnly: true, list: true, group: use }),
    lender: link({ zh: '借出科室保管人', en: 'Lender’s keeper', to: 'user', readOnly: true, group: use }),
    fromTime: time({ zh: '借用时间', en: 'From', required: true, list: true, group: use }),
    toTime: time({ zh: '计划归还时间', en: 'To', required: true, list: true, group: use }),
    handOutNow: flag({ zh: '立即借出', en: 'Hand out now', group: use }),
    purpose: text({ zh: '用途', en: 'Purpose', search: true, multiline: true, max: 500, group: use }),
    handedOutAt: time({ zh: '借出时间', en: 'Handed out', readOnly: true, group: use }),
    returnedAt: time({ zh: '实际归还时间', en: 'Returned', readOnly: true, list: true, group: back }),
    returnCondition: choice({ zh: '归还状况', en: 'Condition', readOnly: true, list: true, of: conditions, group: back }),
    returnNote: text({ zh: '归还说明', en: 'Note on return', readOnly: true, multiline: true, max: 500, group: back }),
    priceKind: choice({ zh: '计费方式', en: 'Billing', readOnly: true, of: priceKinds, group: cost }),
    unitPrice: money({ zh: '单价（元）', en: 'Price', readOnly: true, min: 0, perUnit: true, group: cost }),
    units: integer({ zh: '计费数量', en: 'Billed units', readOnly: true, min: 0, group: cost }),
    fee: money({ zh: '费用（元）', en: 'Fee', readOnly: true, min: 0, list: true, group: cost }),
  },
})
