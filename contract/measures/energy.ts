import { deviceSecDay } from '../entities/iot/device-sec-day.ts'
import { measure } from '../kit/figures/measure.ts'

const added = (zh: string, en: string) => ({ zh: `各设备每日${zh}之和。`, en: `${en} of the devices and days, added up.` })

/** What devices use and how long they run. */
export const energy = measure('energy', deviceSecDay, {
  zh: '用电统计',
  en: 'Energy',
  module: 'iot',
  path: '/eam/measure/energy',
  page: '/eam/device-sec-day',
  filters: ['useDept', 'device', 'isManual'],
  period: 'day',
  groups: {
    month: { by: 'day', as: 'month', words: { zh: '用电月份', en: 'Energy month' } },
    useDept: { by: 'useDept' },
    device: { by: 'device' },
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
