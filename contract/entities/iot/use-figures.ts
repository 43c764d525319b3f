import { decimal, integer, time } from '../../kit/fields/field.ts'

/** What a device did in a day or month: seconds by state, energy, peak, and when it was switched. */
export const useFigures = {
  runningSeconds: integer({ zh: '运行时长（秒）', en: 'Running (s)', required: true, readOnly: true, list: true, min: 0 }),
  standbySeconds: integer({ zh: '待机时长（秒）', en: 'Standby (s)', required: true, readOnly: true, list: true, min: 0 }),
  offSeconds: integer({ zh: '关机时长（秒）', en: 'Off (s)', required: true, readOnly: true, list: true, min: 0 }),
  kwh: decimal({ zh: '用电量（kWh）', en: 'Energy (kWh)', scale: 6, required: true, readOnly: true, list: true }),
  peakWatts: decimal({ zh: '峰值功率（W）', en: 'Peak power (W)', scale: 2, readOnly: true, list: true }),
  starts: integer({ zh: '开机次数', en: 'Starts', required: true, readOnly: true, list: true, min: 0 }),
  firstOn: time({ zh: '首次开机', en: 'First on', readOnly: true }),
  lastOff: time({ zh: '最后关机', en: 'Last off', readOnly: true }),
} as const
