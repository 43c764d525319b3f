import { processRule } from '../../kit/entity/process-rule.ts'

/** Sensors follow their device: a disposed device has none. */
export const sensorRelease = processRule({
  name: 'sensorRelease',
  zh: '设备报废解绑',
  en: 'Unbinding with disposal',
  touches: { sensorConfig: ['release'] },
})

/** Alarms follow readings and the clock. */
export const alarmPosting = processRule({
  name: 'alarmPosting',
  zh: '传感器告警',
  en: 'Sensor alarms',
  touches: { sensorAlarm: ['add', 'change', 'close'], repairOrder: ['alarmCame', 'change'] },
})
