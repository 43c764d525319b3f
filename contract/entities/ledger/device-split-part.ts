import { entity } from '../../kit/entity/entity.ts'
import { integer, link, money, text } from '../../kit/fields/field.ts'

/** A card that a split left: the original one first. */
export const deviceSplitPart = entity('deviceSplitPart', {
  zh: '拆分后的设备卡',
  en: 'Card after a split',
  module: 'ledger',
  title: 'assetNo',
  table: 'tenant',
  scope: { through: 'split' },
  fields: {
    split: link({ zh: '卡片拆分', en: 'Card split', to: 'deviceSplit', required: true, readOnly: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true }),
    assetNo: text({ zh: '资产编号', en: 'Asset number', required: true, readOnly: true, list: true, max: 60 }),
    device: link({ zh: '设备卡', en: 'Device card', to: 'device', required: true, readOnly: true, list: true, goesWith: true }),
    partValue: money({ zh: '拆分后原值', en: 'Value after the split', required: true, readOnly: true, list: true }),
  },
})
