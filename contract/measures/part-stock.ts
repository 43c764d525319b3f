import { devicePart } from '../entities/asset/device-part.ts'
import { measure } from '../kit/measure.ts'

/** What lies in stock, and of what there is too little. */
export const partStock = measure('partStock', devicePart, {
  zh: '配件库存统计',
  en: 'Parts in stock',
  area: 'place',
  path: '/eam/measure/part-stock',
  page: '/eam/deviceparts',
  filters: ['stockStatus', 'device'],
  groups: {
    stockStatus: { by: 'stockStatus' },
    expiry: { by: 'expiresOn', as: 'month', words: { zh: '到期月份', en: 'Month of expiry' } },
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
      formula: { zh: '这些配件的库存数量之和。', en: 'The pieces of these parts in stock, added up.' },
    },
    low: {
      kind: 'ratio',
      part: { stockStatus: 'low' },
      zh: '低库存率',
      en: 'Share below the minimum',
      unit: 'percent',
      formula: {
        zh: '低库存率 = 可用数量低于最低库存的配件 ÷ 全部配件。',
        en: 'Share below the minimum = parts with fewer free pieces than their minimum ÷ all parts.',
      },
    },
  },
})
