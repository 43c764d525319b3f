import type { NoticeFacts } from '../../kit/module.ts'

/** Notices about alarms of sensors. */
export const alarmNotices = {
  kinds: {
    alarm_opened: { zh: '传感器告警', en: 'Sensor alarm', tone: 'bad' },
    alarm_escalated: { zh: '告警超时未确认', en: 'Alarm is not confirmed', tone: 'bad', waits: true },
    alarm_recovered: { zh: '告警已恢复', en: 'Alarm is over', tone: 'good' },
    alarm_no_repair: { zh: '告警未能自动报修', en: 'No repair was reported for an alarm', tone: 'warn' },
  },
  targets: { sensorAlarm: { zh: '传感器告警', en: 'Sensor alarm' } },
} as const satisfies NoticeFacts
