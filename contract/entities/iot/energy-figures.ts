import { decimal } from '../../kit/fields/field.ts'

const kwh = { scale: 6, readOnly: true, list: true } as const

/** What the energy of a day or month cost, in which bands it was used, and its CO2. Empty without a tariff. */
export const energyFigures = {
  sharpKwh: decimal({ zh: '尖时用电（kWh）', en: 'Sharp (kWh)', ...kwh }),
  peakKwh: decimal({ zh: '峰时用电（kWh）', en: 'Peak (kWh)', ...kwh }),
  flatKwh: decimal({ zh: '平时用电（kWh）', en: 'Flat (kWh)', ...kwh }),
  valleyKwh: decimal({ zh: '谷时用电（kWh）', en: 'Valley (kWh)', ...kwh }),
  energyCost: decimal({ zh: '电费（元）', en: 'Energy cost (CNY)', scale: 4, readOnly: true, list: true }),
  co2Kg: decimal({ zh: '碳排放（kg）', en: 'CO2 (kg)', scale: 4, readOnly: true, list: true }),
} as const
