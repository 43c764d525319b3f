import { entity } from '../../kit/entity/entity.ts'
import { choice, date, decimal, flag, integer, text } from '../../kit/fields/field.ts'
import { ruleSets } from './rule-sets.ts'

/** A book of depreciation: the rules it follows and the month it begins with. One for each set of rules. */
export const depreciationRule = entity('depreciationRule', {
  zh: '折旧账簿',
  en: 'Depreciation book',
  module: 'ledger',
  path: '/eam/depreciation-rule',
  submitTimeoutS: 30,
  title: 'ruleName',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit'],
  // The last part `detail` answers the book of a hospital.
  names: { detail: ['details'] },
  softDelete: true,
  fields: {
    ruleName: text({ zh: '账簿名称', en: 'Book', required: true, list: true, search: true, unique: true, max: 60 }),
    ruleSet: choice({ zh: '会计制度', en: 'Accounting rules', required: true, list: true, unique: true, initial: 'public', of: ruleSets }),
    isMain: flag({ zh: '主账簿', en: 'Main book', list: true }),
    beginsOn: date({ zh: '启用月份（当月任一日）', en: 'First month (any day of it)', required: true, list: true }),
    defaultLife: integer({ zh: '默认折旧月数', en: 'Default useful life (months)', min: 1, max: 600 }),
    defaultResidualRate: decimal({ zh: '默认残值率', en: 'Default residual rate', scale: 4, min: 0, max: 1 }),
    closedOn: date({ zh: '已结账至', en: 'Closed until', readOnly: true, list: true }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
