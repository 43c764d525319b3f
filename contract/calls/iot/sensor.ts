import type { device } from '../../entities/asset/device/device.ts'
import { sensorConfig } from '../../entities/iot/sensor-config.ts'
import { mostContent, quantities, rejections } from '../../entities/iot/sensor-kinds.ts'
import { sensorModel } from '../../entities/iot/sensor-model.ts'
import { one, out, pageOf } from '../../kit/entity/answer.ts'
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

/** Devices that no sensor hangs on. */
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
