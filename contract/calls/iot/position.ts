import { one, out, pageOf } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { paging } from '../../kit/entity/paging.ts'
import { link, text } from '../../kit/fields/field.ts'

const reading = { module: 'iot', method: 'GET', may: 'sensorConfig.list' } as const

/** Positions of the devices that the person sees, newest first. */
export const positions = call('sensorConfig.positions', {
  ...reading,
  zh: '位置记录',
  en: 'Location records',
  path: '/iot/location-record/page',
  reads: ['sensorConfig', 'device'],
  input: {
    ...paging,
    device: link({ zh: '设备', en: 'Device', to: 'device' }),
  },
  answers: pageOf({
    sensorId: out.text,
    sensorCode: out.text,
    deviceId: out.text,
    deviceName: out.nullable(out.text),
    at: out.text,
    lat: out.number,
    lng: out.number,
  }),
})

/** How a sensor sends, and its newest reading. */
export const sensorInfo = call('sensorConfig.info', {
  ...reading,
  zh: '传感器上报信息',
  en: 'Sensor connection',
  path: '/mqtt/device-info',
  reads: ['sensorConfig', 'device'],
  input: { id: text({ zh: '传感器', en: 'Sensor', required: true, max: 36 }) },
  answers: one({
    id: out.text,
    sensorCode: out.text,
    topic: out.text,
    deviceId: out.nullable(out.text),
    deviceName: out.nullable(out.text),
    liveState: out.text,
    lastSeen: out.nullable(out.text),
    values: out.map(out.number),
  }),
})
