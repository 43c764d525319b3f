import type { FigureUnit } from './measure.ts'
import type { Words } from './words.ts'

/** What figures are counted in. */
export const unitWords: Readonly<Record<FigureUnit, Words>> = {
  devices: { zh: '台', en: 'devices' },
  orders: { zh: '单', en: 'orders' },
  lines: { zh: '条', en: 'lines' },
  checks: { zh: '个', en: 'checks' },
  money: { zh: '元', en: 'CNY' },
  minutes: { zh: '分钟', en: 'minutes' },
  percent: { zh: '%', en: '%' },
}
