import { devicePart } from '../entities/asset/parts/device-part.ts'
import { measure } from '../kit/figures/measure.ts'

/** What lies in stock, and of what there is too little. */
export const partStock = measure('partStock', devicePart, {
  zh: '配件库存统计',
  en: 'Parts in stock',
  module: 'place',
  path: '/eam/measure/part-stock',
  page: '/eam/deviceparts',
  filters: ['stockStatus', 'device'],
  groups: {
    stockStatus: { by: 'stockStatus' },
    expiry: { by: 'expiresOn', as: 'month', words: { zh: '到期月份', en: 'Expiry month' } },
    device: { by: 'device' },
  },
  figures: {
    count: {
      kind: 'count',
      zh: '配件种数',
      en: 'Parts',
      unit: 'lines',
      formula: { zh: '登记的配件条数。', en: 'Parts that are registered.' },
    },
    pieces: {
      kind: 'sum',
      of: 'quantity',
      zh: '库存数量',
      en: 'Pieces',
      unit: 'lines',
      formula: { zh: '这些配件的库存数量之和。', en: 'The total stock quantity of these parts.' },
    },
    low: {
      kind: 'ratio',
      part: { stockStatus: 'low' },
      zh: '低库存率',
      en: 'Low stock rate',
      unit: 'percent',
      formula: {
        zh: '低库存率 = 可用数量低于最低库存的配件 ÷ 全部配件。',
        en: 'Low stock rate = parts with less available stock than their minimum ÷ all parts.',
      },
    },
  },
})
