import { entity } from '../../kit/entity/entity.ts'
import { date, decimal, integer, text } from '../../kit/fields/field.ts'

const prices = { zh: '电价（元/kWh）', en: 'Price (CNY per kWh)' }
const price = { scale: 4, list: true, min: 0, max: 100, group: prices } as const

/** What energy costs by the time of day, from a day on until a later tariff begins. */
export const energyTariff = entity('energyTariff', {
  zh: '分时电价',
  en: 'Energy tariff',
  many: 'Energy tariffs',
  module: 'iot',
  path: '/eam/energy-tariff',
  title: 'tariffName',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  softDelete: true,
  sort: { by: 'validFrom', descending: true },
  columns: ['tariffName', 'validFrom', 'sharpPrice', 'peakPrice', 'flatPrice', 'valleyPrice', 'co2Factor'],
  emptyAdvice: {
    zh: '未设置电价时，用电只计电量，不计电费；某一电价适用到下一电价生效前一天',
    en: 'Without a tariff, energy has no cost. A tariff holds until the day before the next one begins',
  },
  lines: [
    {
      entity: 'tariffHour',
      by: 'tariff',
      as: 'hours',
      order: 'place',
      max: 100,
      required: true,
      totals: { hourCount: [] },
      hint: {
        zh: '各时段须覆盖 24 小时且不重叠，精确到 10 分钟，可跨零点（如 23:00–07:00）。填了月份的行只用于这些月份，这些月份须自成完整的一天。',
        en: 'Bands cover 24 hours without overlapping, in steps of 10 minutes, also across midnight (23:00–07:00). Lines with months hold in these months alone, which need a complete day of their own.',
      },
    },
  ],
  fields: {
    tariffName: text({ zh: '电价名称', en: 'Name', required: true, list: true, search: 'pinyin', unique: true, max: 60 }),
    validFrom: date({ zh: '生效日期', en: 'Valid from', required: true, list: true, unique: true }),
    sharpPrice: decimal({ zh: '尖时电价', en: 'Sharp price', ...price }),
    peakPrice: decimal({ zh: '峰时电价', en: 'Peak price', ...price }),
    /** Also the price of days entered by hand, whose hours are unknown. */
    flatPrice: decimal({ zh: '平时电价', en: 'Flat price', required: true, ...price }),
    valleyPrice: decimal({ zh: '谷时电价', en: 'Valley price', ...price }),
    co2Factor: decimal({ zh: '碳排放因子（kg/kWh）', en: 'CO2 factor (kg/kWh)', scale: 5, list: true, min: 0, max: 10 }),
    hourCount: integer({ zh: '时段数', en: 'Bands', readOnly: true }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
