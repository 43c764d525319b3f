import { deviceSecDay } from '../entities/iot/device-sec-day.ts'
import { measure } from '../kit/figures/measure.ts'

const added = (zh: string, en: string) => ({ zh: `各设备每日${zh}之和。`, en: `${en} of the devices and days, added up.` })

/** How the cost of a band is made; the four are the whole cost. */
const bandCost = (zh: string, en: string) => ({
  zh: `各设备每日${zh}时电费之和，每日${zh}时电费 = ${zh}时用电量 × 当日该时段电价；当日电费只取整一次，尖、峰、平、谷依次取各自增加的部分，四者之和等于电费。`,
  en: `${en} cost of the devices and days, added up: ${en.toLowerCase()} energy × its price of that day. The cost of a day is rounded once; sharp, peak, flat and valley each take what they add to it, so that the four are the whole cost.`,
})

/** What devices use and how long they run. */
export const energy = measure('energy', deviceSecDay, {
  zh: '用电统计',
  en: 'Energy',
  module: 'iot',
  path: '/eam/measure/energy',
  page: '/eam/device-sec-day',
  filters: ['useDept', 'classify', 'device', 'isManual'],
  period: 'day',
  groups: {
    month: { by: 'day', as: 'month', words: { zh: '用电月份', en: 'Energy month' } },
    useDept: { by: 'useDept' },
    device: { by: 'device' },
    classify: { by: 'classify' },
    year: { by: 'day', as: 'year', words: { zh: '用电年份', en: 'Energy year' } },
    day: { by: 'day', as: 'day', words: { zh: '用电日', en: 'Energy day' } },
  },
  figures: {
    kwh: { kind: 'sum', of: 'kwh', zh: '用电量', en: 'Energy', unit: 'kwh', formula: added('用电量', 'Energy') },
    running: {
      kind: 'sum',
      of: 'runningSeconds',
      zh: '运行时长',
      en: 'Running time',
      unit: 'seconds',
      formula: added('运行时长', 'Running time'),
    },
    standby: {
      kind: 'sum',
      of: 'standbySeconds',
      zh: '待机时长',
      en: 'Standby time',
      unit: 'seconds',
      formula: added('待机时长', 'Standby time'),
    },
    off: { kind: 'sum', of: 'offSeconds', zh: '关机时长', en: 'Off time', unit: 'seconds', formula: added('关机时长', 'Off time') },
    cost: {
      kind: 'sum',
      of: 'energyCost',
      zh: '电费',
      en: 'Energy cost',
      unit: 'money',
      formula: {
        zh: '各设备每日电费之和，每日电费 = 尖、峰、平、谷各时段用电量 × 当日生效的该时段电价之和，保留 4 位小数；手工录入的日期按平时电价；没有生效电价的日期不计。',
        en: 'The cost of the devices and days, added up. A day costs the energy of each band × its price in the tariff of that day, rounded to 4 decimals; days entered by hand at the flat price; days without a tariff have no cost.',
      },
    },
    sharp: { kind: 'sum', of: 'sharpKwh', zh: '尖时用电量', en: 'Sharp energy', unit: 'kwh', formula: added('尖时用电量', 'Sharp energy') },
    peak: { kind: 'sum', of: 'peakKwh', zh: '峰时用电量', en: 'Peak energy', unit: 'kwh', formula: added('峰时用电量', 'Peak energy') },
    flat: { kind: 'sum', of: 'flatKwh', zh: '平时用电量', en: 'Flat energy', unit: 'kwh', formula: added('平时用电量', 'Flat energy') },
    valley: {
      kind: 'sum',
      of: 'valleyKwh',
      zh: '谷时用电量',
      en: 'Valley energy',
      unit: 'kwh',
      formula: added('谷时用电量', 'Valley energy'),
    },
    sharpCost: { kind: 'sum', of: 'sharpCost', zh: '尖时电费', en: 'Sharp cost', unit: 'money', formula: bandCost('尖', 'Sharp') },
    peakCost: { kind: 'sum', of: 'peakCost', zh: '峰时电费', en: 'Peak cost', unit: 'money', formula: bandCost('峰', 'Peak') },
    flatCost: { kind: 'sum', of: 'flatCost', zh: '平时电费', en: 'Flat cost', unit: 'money', formula: bandCost('平', 'Flat') },
    valleyCost: { kind: 'sum', of: 'valleyCost', zh: '谷时电费', en: 'Valley cost', unit: 'money', formula: bandCost('谷', 'Valley') },
    valleyShare: {
      kind: 'share',
      of: 'valleyKwh',
      by: ['sharpKwh', 'peakKwh', 'flatKwh', 'valleyKwh'],
      zh: '谷电占比',
      en: 'Valley share',
      unit: 'percent',
      formula: {
        zh: '谷电占比 = 谷时用电量 ÷ 有电价日期的用电量。',
        en: 'Valley share = valley energy ÷ energy of the days with a tariff.',
      },
    },
    co2: {
      kind: 'sum',
      of: 'co2Kg',
      zh: '碳排放量',
      en: 'CO2',
      unit: 'kg',
      formula: {
        zh: '各设备每日碳排放之和，每日碳排放 = 用电量 × 当日电价中的碳排放因子，保留 4 位小数；未填因子的日期不计。',
        en: 'CO2 of the devices and days, added up. A day has its energy × the CO2 factor in the tariff of that day, rounded to 4 decimals; days without a factor have none.',
      },
    },
    unpriced: {
      kind: 'count',
      where: { energyCost: '_none' },
      zh: '未计费天数',
      en: 'Days without cost',
      unit: 'lines',
      formula: { zh: '没有生效电价、因此没有电费的设备天数。', en: 'Days of devices without cost, as no tariff was in force.' },
    },
    count: {
      kind: 'count',
      zh: '用电日记录数',
      en: 'Energy days',
      unit: 'lines',
      formula: { zh: '有记录的设备天数。', en: 'Days of devices with a record.' },
    },
  },
  reports: {
    byMonth: {
      zh: '设备月用电',
      en: 'Energy by month',
      path: ['/eam/device-sec-day/sec-device-month', '/device-info-view/device-energy'],
      group: 'month',
    },
    byYear: {
      zh: '设备年用电',
      en: 'Energy by year',
      path: ['/eam/device-sec-day/sec-device-year', '/eam/device-sec-month/sec-device-year'],
      group: 'year',
    },
  },
})
