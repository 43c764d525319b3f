import { sensorAlarm } from '../entities/iot/sensor-alarm.ts'
import type { HomeFacts } from '../kit/entity/home.ts'

const facts = { of: sensorAlarm, page: '/iot/alarm', kind: 'warn' } as const

/** Also on the monitoring board, which finds it by its name. */
export const openAlarms = {
  ...facts,
  name: 'sensorAlarm.open',
  zh: '未确认的传感器告警',
  en: 'Unconfirmed sensor alarms',
  where: { alarmState: 'open' },
  tone: 'bad',
  hint: { zh: '尚未确认、仍未结束的传感器告警', en: 'Sensor alarms that go on and that no one has confirmed' },
} as const

/** Alarms of sensors on the first page. */
export const iotHome: HomeFacts = { figures: [openAlarms] }
