import type { PhoneModule } from '#src/kit/phone/module.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'

const lists = () => import('./phone/alarms-phone.tsx')
const links = () => import('./phone/sensor-links.tsx')
const QueuedAlarm = later(() => lists().then((part) => part.QueuedAlarm))

export const iotPhone: PhoneModule = {
  name: 'iot',
  screens: [
    { path: '/alarms', Screen: later(() => lists().then((part) => part.AlarmsPhone)) },
    { path: '/alarms/:id', Screen: later(() => import('./phone/alarm-phone.tsx').then((part) => part.AlarmPhone)) },
    { path: '/sensors/bind', Screen: later(() => import('./phone/bind-phone.tsx').then((part) => part.BindPhone)) },
  ],
  parts: [
    { at: 'card.news', name: 'alarms', Part: later(() => lists().then((part) => part.AlarmsOfCard)) },
    { at: 'me.links', name: 'alarms', Part: later(() => lists().then((part) => part.AlarmsLink)) },
    { at: 'scan.day', name: 'alarms', Part: later(() => lists().then((part) => part.DayAlarms)) },
    { at: 'queue.sensorAlarm', name: 'alarm', Part: QueuedAlarm },
    { at: 'card.below', name: 'sensors', Part: later(() => import('./phone/sensors-of-card.tsx').then((part) => part.SensorsOfCard)) },
    { at: 'me.links', name: 'sensors', Part: later(() => links().then((part) => part.BindLink)) },
    { at: 'scan.unknown', name: 'sensors', Part: later(() => links().then((part) => part.UnknownSensor)) },
  ],
  records: { sensorAlarm: '/alarms' },
}
