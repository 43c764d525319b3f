import type { Field } from '../fields/field.ts'
import type { Language, Words } from '../words.ts'
import type { FigureUnit } from './measure.ts'

/** The units of figures. */
export const unitWords: Readonly<Record<FigureUnit, Words>> = {
  devices: { zh: '台', en: 'devices' },
  orders: { zh: '单', en: 'orders' },
  lines: { zh: '条', en: 'lines' },
  checks: { zh: '个', en: 'checks' },
  money: { zh: '元', en: 'CNY' },
  minutes: { zh: '分钟', en: 'minutes' },
  percent: { zh: '%', en: '%' },
  kwh: { zh: 'kWh', en: 'kWh' },
  kg: { zh: 'kg', en: 'kg' },
  seconds: { zh: '秒', en: 's' },
  // A value of a sensor, whose unit stands in the title.
  reading: { zh: '', en: '' },
}

/** The label of a field, with the unit if its value is a bare number. */
export function withUnit(field: Field, language: Language): string {
  if (field.kind !== 'integer' || field.as !== 'minutes') return field[language]
  const unit = unitWords.minutes[language]
  return language === 'zh' ? `${field.zh}（${unit}）` : `${field.en} (${unit})`
}

/** How languages abbreviate large numbers, largest first: from `least` on, with a suffix; `k` is thousands. */
export const thousands: Readonly<Record<Language, readonly (readonly [least: number, sign: string])[]>> = {
  zh: [
    [100_000_000, '亿'],
    [10_000, '万'],
  ],
  en: [
    [1_000_000_000, 'bn'],
    [1_000_000, 'm'],
    [10_000, 'k'],
  ],
}
