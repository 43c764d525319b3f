/** What one unit of use is; a begun one counts. */
export const priceKinds = {
  hour: { zh: '按小时', en: 'Per hour' },
  day: { zh: '按天', en: 'Per day' },
} as const
export type PriceKind = keyof typeof priceKinds
