import { decimal } from '../../kit/fields/field.ts'

const kwh = { scale: 6, readOnly: true, list: true } as const
const cost = { scale: 4, readOnly: true, list: true } as const

/** What the energy of a day or month cost, in which bands it was used, what each of them cost, and its CO2. Empty without a tariff; the costs of the bands are the whole cost. */
export const energyFigures = {
  sharpKwh: decimal({ zh: '尖时用电（kWh）', en: 'Sharp (kWh)', ...kwh }),
  peakKwh: decimal({ zh: '峰时用电（kWh）', en: 'Peak (kWh)', ...kwh }),
  flatKwh: decimal({ zh: '平时用电（kWh）', en: 'Flat (kWh)', ...kwh }),
  valleyKwh: decimal({ zh: '谷时用电（kWh）', en: 'Valley (kWh)', ...kwh }),
  energyCost: decimal({ zh: '电费（元）', en: 'Energy cost (CNY)', ...cost }),
  sharpCost: decimal({ zh: '尖时电费（元）', en: 'Sharp cost (CNY)', ...cost }),
  peakCost: decimal({ zh: '峰时电费（元）', en: 'Peak cost (CNY)', ...cost }),
  flatCost: decimal({ zh: '平时电费（元）', en: 'Flat cost (CNY)', ...cost }),
  valleyCost: decimal({ zh: '谷时电费（元）', en: 'Valley cost (CNY)', ...cost }),
  co2Kg: decimal({ zh: '碳排放（kg）', en: 'CO2 (kg)', scale: 4, readOnly: true, list: true }),
} as const
