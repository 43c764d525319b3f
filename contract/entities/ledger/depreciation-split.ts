import { entity } from '../../kit/entity/entity.ts'
import { date, integer, link, money, text } from '../../kit/fields/field.ts'

/** What a book says of a card from a split on: value and depreciation to date. Posted lines stay with the original card. */
export const depreciationSplit = entity('depreciationSplit', {
  zh: '拆分后的账簿金额',
  en: 'Book figure after a split',
  module: 'ledger',
  title: 'assetNo',
  table: 'tenant',
  scope: { through: 'split' },
  fields: {
    split: link({ zh: '卡片拆分', en: 'Card split', to: 'deviceSplit', required: true, readOnly: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true }),
    assetNo: text({ zh: '资产编号', en: 'Asset number', required: true, readOnly: true, list: true, max: 60 }),
    rule: link({ zh: '账簿', en: 'Book', to: 'depreciationRule', required: true, readOnly: true, list: true, goesWith: true }),
    device: link({ zh: '设备卡', en: 'Device card', to: 'device', required: true, readOnly: true, list: true, goesWith: true }),
    bookValue: money({ zh: '账面原值', en: 'Book value', required: true, readOnly: true, list: true }),
    accumulated: money({ zh: '累计折旧', en: 'Accumulated depreciation', required: true, readOnly: true, list: true }),
    netValue: money({ zh: '净值', en: 'Net value', required: true, readOnly: true, list: true }),
    postedOn: date({ zh: '结账至', en: 'Closed until', readOnly: true, list: true }),
  },
})
