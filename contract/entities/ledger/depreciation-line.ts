import { entity } from '../../kit/entity/entity.ts'
import { choice, date, dictionary, integer, link, money, text } from '../../kit/fields/field.ts'
import { ruleSets } from './rule-sets.ts'

export const lineKinds = {
  charge: { zh: '计提', en: 'Charge' },
  opening: { zh: '期初', en: 'Opening balance' },
} as const

/** What one fund of one card was charged in one month. Written by the month, never changed. */
export const depreciationLine = entity('depreciationLine', {
  zh: '折旧明细',
  en: 'Depreciation line',
  many: 'Depreciation lines',
  module: 'ledger',
  path: '/eam/devicedepreciationlist',
  title: 'assetNo',
  called: ['device', 'postedOn'],
  emptyAdvice: {
    zh: '在“折旧记录”计提折旧并结账后自动生成',
    en: 'Created when a depreciation month is closed',
  },
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  append: true,
  scope: { dept: 'useDept' },
  sort: { by: 'postedOn', descending: true },
  fields: {
    assetNo: text({ zh: '资产编号', en: 'Asset number', required: true, readOnly: true, list: true, max: 60 }),
    device: link({ zh: '设备卡', en: 'Device card', to: 'device', required: true, readOnly: true, list: true }),
    postedOn: date({ zh: '入账日期', en: 'Posted on', required: true, readOnly: true, list: true }),
    lineKind: choice({ zh: '类型', en: 'Type', required: true, readOnly: true, list: true, of: lineKinds }),
    fundSource: dictionary({ zh: '资金来源', en: 'Fund', code: 'fund_source', readOnly: true, list: true }),
    amount: money({ zh: '金额', en: 'Amount', required: true, readOnly: true, list: true }),
    monthCount: integer({ zh: '月数', en: 'Months', required: true, readOnly: true, list: true }),
    accumulated: money({ zh: '累计折旧', en: 'Accumulated depreciation', required: true, readOnly: true, list: true }),
    netValue: money({ zh: '净值', en: 'Net value', required: true, readOnly: true, list: true }),
    useDept: link({ zh: '使用科室', en: 'Department', to: 'dept', readOnly: true, list: true }),
    assetsCategory: link({ zh: '资产分类', en: 'Asset category', to: 'assetsCategory', readOnly: true }),
    ruleSet: choice({ zh: '会计制度', en: 'Accounting rules', required: true, readOnly: true, list: true, of: ruleSets }),
    record: link({ zh: '折旧记录', en: 'Monthly depreciation', to: 'depreciationRecord', required: true, readOnly: true }),
  },
})
