import { entity } from '../../kit/entity/entity.ts'
import { dictionary, integer, link, money } from '../../kit/fields/field.ts'

/** What a fund paid of a card. */
export const deviceFund = entity('deviceFund', {
  zh: '资金来源构成',
  en: 'Fund breakdown',
  module: 'ledger',
  title: 'fundSource',
  table: 'tenant',
  scope: { through: 'card' },
  fields: {
    card: link({ zh: '折旧卡', en: 'Depreciation card', to: 'deviceDepreciation', required: true, readOnly: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true }),
    fundSource: dictionary({ zh: '资金来源', en: 'Fund', code: 'fund_source', required: true, list: true }),
    amount: money({ zh: '金额', en: 'Amount', required: true, list: true, min: 0 }),
  },
})
