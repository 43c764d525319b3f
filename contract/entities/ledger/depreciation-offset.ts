import { entity } from '../../kit/entity/entity.ts'
import { choice, date, dictionary, link, money, text } from '../../kit/fields/field.ts'

/** Corrections, impairments and moves are posted by closings alone. */
const offsetKinds = {
  reversal: { zh: '冲销', en: 'Reversal' },
  adjustment: { zh: '调整', en: 'Adjustment' },
  correction: { zh: '更正', en: 'Correction' },
  impairment: { zh: '减值', en: 'Impairment' },
  move: { zh: '科室资金更正', en: 'Department or fund correction' },
} as const

/** A correction of what a card was charged, posted with the next month that is closed. Posted lines are never changed. */
export const depreciationOffset = entity('depreciationOffset', {
  zh: '折旧冲销',
  en: 'Depreciation offset',
  module: 'ledger',
  path: '/eam/depreciation-offset-record',
  title: 'assetNo',
  called: ['device', 'offsetKind'],
  table: 'tenant',
  verbs: ['list', 'page', 'detail', 'submit', 'remove', 'export'],
  scope: { through: 'device' },
  fields: {
    assetNo: text({ zh: '资产编号', en: 'Asset number', required: true, readOnly: true, list: true, search: true, max: 60 }),
    device: link({ zh: '设备卡', en: 'Device card', to: 'device', required: true, list: true }),
    rule: link({ zh: '账簿', en: 'Book', to: 'depreciationRule', required: true, list: true }),
    offsetKind: choice({ zh: '类型', en: 'Type', required: true, list: true, initial: 'adjustment', of: offsetKinds }),
    amount: money({ zh: '金额（减少累计折旧为负）', en: 'Amount (negative reduces accumulated depreciation)', required: true, list: true }),
    fundSource: dictionary({ zh: '资金来源', en: 'Fund', code: 'fund_source', list: true }),
    useDept: link({ zh: '入账科室', en: 'Charged department', to: 'dept', readOnly: true, list: true }),
    // What it was charged to where no fund is said: that of the card in the month.
    postedFund: dictionary({ zh: '入账资金来源', en: 'Charged fund', code: 'fund_source', readOnly: true, list: true }),
    reason: text({ zh: '原因', en: 'Reason', required: true, list: true, search: true, multiline: true, max: 500 }),
    record: link({ zh: '入账月份', en: 'Posting month', to: 'depreciationRecord', readOnly: true, list: true }),
    postedOn: date({ zh: '入账日期', en: 'Posted on', readOnly: true, list: true }),
  },
})
