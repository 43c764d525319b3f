import { entity } from '../../kit/entity/entity.ts'
import { choice, link, money, text } from '../../kit/fields/field.ts'
import { differenceKinds } from './difference-kinds.ts'

/** One difference between a card and the finance ledger; a card whose value and depreciation both differ has two. */
export const ledgerDifference = entity('ledgerDifference', {
  zh: '对账差异',
  en: 'Difference',
  many: 'Differences',
  module: 'ledger',
  path: '/eam/ledger-difference',
  title: 'assetNo',
  called: ['assetName'],
  emptyAdvice: { zh: '对账后自动生成', en: 'Created when a book is reconciled' },
  table: 'tenant',
  append: true,
  verbs: ['list', 'page', 'detail', 'export'],
  scope: { dept: 'useDept' },
  fields: {
    assetNo: text({ zh: '资产编号', en: 'Asset number', required: true, readOnly: true, list: true, search: true, max: 60 }),
    assetName: text({ zh: '资产名称', en: 'Asset', readOnly: true, list: true, search: true, max: 200 }),
    differenceKind: choice({ zh: '差异类型', en: 'Difference type', required: true, readOnly: true, list: true, of: differenceKinds }),
    difference: money({ zh: '差额（设备账减财务账）', en: 'Register less ledger', required: true, readOnly: true, list: true }),
    registerValue: money({ zh: '设备账原值', en: 'Value in the register', readOnly: true, list: true }),
    ledgerValue: money({ zh: '财务账原值', en: 'Value in the ledger', readOnly: true, list: true }),
    registerAccumulated: money({ zh: '设备账累计折旧', en: 'Depreciation in the register', readOnly: true, list: true }),
    ledgerAccumulated: money({ zh: '财务账累计折旧', en: 'Depreciation in the ledger', readOnly: true, list: true }),
    registerNet: money({ zh: '设备账净值', en: 'Net value in the register', readOnly: true, list: true }),
    ledgerNet: money({ zh: '财务账净值', en: 'Net value in the ledger', readOnly: true, list: true }),
    device: link({ zh: '设备卡', en: 'Device card', to: 'device', readOnly: true, list: true }),
    useDept: link({ zh: '使用科室', en: 'Department', to: 'dept', readOnly: true, list: true }),
    reconciliation: link({ zh: '财务对账', en: 'Reconciliation', to: 'ledgerReconciliation', required: true, readOnly: true }),
  },
})
