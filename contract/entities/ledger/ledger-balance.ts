import { entity } from '../../kit/entity/entity.ts'
import { date, link, money, text } from '../../kit/fields/field.ts'

/** What the finance ledger says of an asset at the end of a month; imported from their system. */
export const ledgerBalance = entity('ledgerBalance', {
  zh: '财务账余额',
  en: 'Finance balance',
  module: 'ledger',
  path: '/eam/ledger-balance',
  title: 'assetNo',
  called: ['assetName'],
  emptyAdvice: {
    zh: '从财务系统导出月末余额后在此导入',
    en: 'Export month-end balances from the finance system, then import them here',
  },
  table: 'tenant',
  softDelete: true,
  large: true,
  fields: {
    assetNo: text({ zh: '资产编号', en: 'Asset number', required: true, list: true, search: true, max: 60 }),
    assetName: text({ zh: '资产名称', en: 'Asset', list: true, search: true, max: 200 }),
    balanceOn: date({ zh: '月末日期（空：最近结账月份）', en: 'Month end (empty: the latest closed month)', list: true }),
    rule: link({ zh: '账簿（空：主账簿）', en: 'Book (empty: the main one)', to: 'depreciationRule', list: true }),
    originalValue: money({ zh: '原值', en: 'Original value', required: true, list: true, min: 0 }),
    accumulated: money({ zh: '累计折旧', en: 'Accumulated depreciation', required: true, list: true, min: 0 }),
    netValue: money({ zh: '净值', en: 'Net value', list: true }),
  },
})
