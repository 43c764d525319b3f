import type { PhoneModule } from '#src/kit/phone/module.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'

const lists = () => import('./phone/alarms-phone.tsx')
const QueuedAlarm = later(() => lists().then((part) => part.QueuedAlarm))

export const iotPhone: PhoneModule = {
  name: 'iot',
  screens: [
    { path: '/alarms', Screen: later(() => lists().then((part) => part.AlarmsPhone)) },
    { path: '/alarms/:id', Screen: later(() => import('./phone/alarm-phone.tsx').then((part) => part.AlarmPhone)) },
  ],
  parts: [
    { at: 'card.news', name: 'alarms', Part: later(() => lists().then((part) => part.AlarmsOfCard)) },
    { at: 'me.links', name: 'alarms', Part: later(() => lists().then((part) => part.AlarmsLink)) },
    { at: 'scan.day', name: 'alarms', Part: later(() => lists().then((part) => part.DayAlarms)) },
    { at: 'queue.sensorAlarm', name: 'alarm', Part: QueuedAlarm },
  ],
  records: { sensorAlarm: '/alarms' },
}
