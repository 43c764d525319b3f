import type { device } from '../../entities/asset/device/device.ts'
import { sensorConfig } from '../../entities/iot/sensor-config.ts'
import { liveStates, mostContent, quantities, rejections, sensorKinds } from '../../entities/iot/sensor-kinds.ts'
import { sensorModel } from '../../entities/iot/sensor-model.ts'
import { listOf, one, out, pageOf, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { lists } from '../../kit/entity/list.ts'
import { paging } from '../../kit/entity/paging.ts'
import { json, link, text } from '../../kit/fields/field.ts'
import { tenantField } from '../../kit/fields/tenant-field.ts'

/** Sensors by what they are bound to and whether they report. */
export const sensorLists = lists(sensorConfig, {
  counts: { kind: 'count', zh: '传感器计数', en: 'Sensors by status', path: 'page-count', by: 'liveState', each: 'sensorKind' },
  freeSensors: {
    kind: 'page',
    zh: '可绑定的传感器',
    en: 'Sensors to bind',
    path: 'unbinding-sensor-page',
    where: { bindState: 'free' },
  },
  boundDevices: {
    kind: 'page',
    zh: '已绑定传感器的设备',
    en: 'Devices with sensors',
    path: ['check-device-page', '/device-dept-view/device-page', '/eam/sec-view/sec-device-page'],
    where: { bindState: 'bound' },
    given: { deviceId: 'device' },
  },
  total: {
    kind: 'count',
    zh: '传感器总数',
    en: 'Sensors by type',
    path: '/eam/sec-view/sensor-total',
    by: 'sensorKind',
    each: 'liveState',
  },
  positioned: {
    kind: 'count',
    zh: '定位设备计数',
    en: 'Positioned devices by status',
    path: '/iot/location-record/count-gps-device',
    where: { sensorKind: 'position', bindState: 'bound' },
    by: 'liveState',
  },
  locators: {
    kind: 'page',
    zh: '定位器',
    en: 'Locators',
    path: '/locators/page',
    where: { sensorKind: 'position' },
  },
  metered: {
    kind: 'page',
    zh: '有电表的设备',
    en: 'Metered devices',
    path: '/eam/device-sec-day/device-page',
    where: { bindState: 'bound', sensorKind: 'power' },
  },
})

/** Devices that no sensor hangs on and that may take one. */
export const freeDevices = call('sensorConfig.freeDevices', {
  zh: '未绑定传感器的设备',
  en: 'Devices without sensors',
  module: 'iot',
  method: 'GET',
  path: `${sensorConfig.path}/unbinding-device-page`,
  may: 'device.list',
  reads: ['device', 'sensorConfig'],
  input: {
    ...paging,
    keyword: text({ zh: '关键字', en: 'Keyword', max: 100 }),
    tenantId: tenantField,
  },
  answers: pageOf(out.listed<typeof device>('device')),
})

const whole = { module: 'iot', may: 'sensorConfig.list', reads: ['sensorConfig', 'device'] } as const
const known = { id: out.text, version: out.number, sensorCode: out.text, sensorKind: out.key(sensorKinds) } as const

/** The sensor that a scanned code means, in any writing of the code, and the device that it hangs on. */
export const sensorByCode = call('sensorConfig.byCode', {
  ...whole,
  zh: '按编号查传感器',
  en: 'Find a sensor by code',
  method: 'GET',
  path: `${sensorConfig.path}/by-code`,
  input: { code: text({ zh: '传感器编号', en: 'Sensor code', required: true, scanned: true, max: 200 }) },
  answers: one({
    /** The code as a new sensor would have it. */
    code: out.text,
    /** The code is that of a sensor which the person does not see. */
    isHidden: out.flag,
    sensor: out.nullable({
      ...known,
      deviceId: out.nullable(out.text),
      deviceName: out.nullable(out.text),
      deviceCode: out.nullable(out.text),
      place: out.nullable(out.text),
    }),
  }),
})

/** The sensors that hang on a device, with what each said last since it was bound, and where the device is. */
export const sensorsOfDevice = call('sensorConfig.onDevice', {
  ...whole,
  zh: '设备上的传感器',
  en: 'Sensors on a device',
  method: 'GET',
  path: `${sensorConfig.path}/on-device`,
  reads: ['sensorConfig', 'sensorBinding', 'device', 'deviceFence'],
  input: { device: link({ zh: '设备', en: 'Device', to: 'device', required: true }) },
  answers: listOf({
    ...known,
    liveState: out.key(liveStates),
    boundAt: out.text,
    lastSeen: out.nullable(out.text),
    values: out.map(out.number),
    /** The newest position, and whether it lies in the fence of the device. */
    position: out.nullable({ at: out.text, lat: out.number, lng: out.number }),
    fence: out.nullable(out.word('inside', 'outside')),
  }),
})

/** Puts a sensor on a device: a free one, or one that the person has agreed to take off another device. */
export const provisionSensor = call('sensorConfig.provision', {
  zh: '绑定传感器',
  en: 'Put a sensor on a device',
  module: 'iot',
  method: 'POST',
  path: `${sensorConfig.path}/provision`,
  may: 'sensorConfig.bind',
  writes: true,
  changes: ['sensorConfig', 'sensorBinding', 'sensorAlarm'],
  input: {
    id: text({ zh: '传感器', en: 'Sensor', required: true, max: 36 }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true }),
    /** The device that the sensor is taken off. */
    from: link({ zh: '原设备', en: 'Former device', to: 'device' }),
  },
  answers: one({ ...saved, sensorCode: out.text, deviceName: out.nullable(out.text), fromName: out.nullable(out.text) }),
})

/** Reads a message as the model would, and stores nothing. */
export const tryMessage = call('sensorModel.tryMessage', {
  zh: '试读报文',
  en: 'Try a payload',
  module: 'iot',
  method: 'POST',
  path: `${sensorModel.path}/try-message`,
  may: 'sensorModel.list',
  reads: ['sensorModel', 'sensorMetric'],
  input: {
    id: text({ zh: '传感器型号', en: 'Sensor model', required: true, max: 36 }),
    message: text({ zh: '报文', en: 'Payload', required: true, multiline: true, max: mostContent }),
  },
  answers: one({
    /** Why it would not be stored. */
    rejection: out.nullable(out.key(rejections)),
    at: out.nullable(out.text),
    values: out.list({ quantity: out.key(quantities), value: out.number }),
  }),
})

/** Makes a credential. Its secret is answered this once. */
export const issueCredential = call('sensorCredential.issue', {
  zh: '签发传感器凭证',
  en: 'Issue a sensor credential',
  module: 'iot',
  method: 'POST',
  path: '/iot/sensor-credential/issue',
  may: 'sensorCredential.manage',
  writes: true,
  changes: ['sensorCredential'],
  input: {
    credentialName: text({ zh: '凭证名称', en: 'Credential name', required: true, max: 100 }),
    sensor: link({ zh: '限定传感器', en: 'Limited to sensor', to: 'sensorConfig' }),
  },
  answers: one({ id: out.text, secret: out.text }),
})

/**
 * Takes readings from a sensor or gateway, which signs in with its credential. A message that cannot be stored does not harm the others of
 * its batch; `repeated` ones were stored before.
 */
export const takeReadings = call('sensor.telemetry', {
  zh: '上报传感器读数',
  en: 'Send sensor readings',
  module: 'iot',
  method: 'POST',
  path: '/iot/telemetry',
  may: 'public',
  writes: true,
  changes: [],
  input: { messages: json({ zh: '读数', en: 'Readings', required: true }) },
  answers: one({ stored: out.number, repeated: out.number, rejected: out.number }),
})
