/** What a sensor measures. */
export const sensorKinds = {
  power: { zh: '用电', en: 'Power' },
  climate: { zh: '温湿度', en: 'Temperature and humidity' },
  position: { zh: '定位', en: 'Position' },
  door: { zh: '门磁', en: 'Door contact' },
  pressure: { zh: '压差', en: 'Differential pressure' },
  gas: { zh: '气体', en: 'Gas' },
} as const
export type SensorKind = keyof typeof sensorKinds

/** The values that a reading may hold, with their units and the bounds of what is plausible. */
export const quantities = {
  power: { zh: '功率', en: 'Power', unit: 'W', min: 0, max: 10_000_000 },
  energy: { zh: '电表读数', en: 'Energy meter', unit: 'kWh', min: 0, max: 1_000_000_000 },
  temperature: { zh: '温度', en: 'Temperature', unit: '°C', min: -273.15, max: 2000 },
  humidity: { zh: '湿度', en: 'Humidity', unit: '%', min: 0, max: 100 },
  lat: { zh: '纬度', en: 'Latitude', unit: '°', min: -90, max: 90 },
  lng: { zh: '经度', en: 'Longitude', unit: '°', min: -180, max: 180 },
  battery: { zh: '电量', en: 'Battery', unit: '%', min: 0, max: 100 },
  contact: { zh: '开关', en: 'Contact', unit: '', min: 0, max: 1 },
  pressure: { zh: '压差', en: 'Differential pressure', unit: 'Pa', min: -1_000_000, max: 1_000_000 },
  gas: { zh: '气体浓度', en: 'Gas concentration', unit: 'ppm', min: 0, max: 1_000_000 },
} as const
export type Quantity = keyof typeof quantities

/** Whether a sensor has reported in time. */
export const liveStates = {
  never: { zh: '未上报', en: 'No reading yet', tone: 'plain' },
  online: { zh: '在线', en: 'Online', tone: 'good' },
  offline: { zh: '离线', en: 'Offline', tone: 'bad' },
} as const

/** Why a message is not stored as a reading. */
export const rejections = {
  badClock: { zh: '时间不可信', en: 'Implausible clock' },
  badValue: { zh: '数值无效', en: 'Invalid value' },
  badPayload: { zh: '内容无法解析', en: 'Unreadable payload' },
  tooLarge: { zh: '内容过大', en: 'Payload too large' },
  unknownSensor: { zh: '未登记的传感器', en: 'Unknown sensor' },
  foreignTopic: { zh: '主题不属于该凭证', en: 'Topic outside the credential' },
  disposedDevice: { zh: '设备已报废', en: 'Device is disposed of' },
} as const
export type Rejection = keyof typeof rejections

/** Largest content of one message in characters. */
export const mostContent = 65_536

/** Power in watts from which a device counts as switched on and as running, unless the device has its own thresholds. */
export const usualRange = { standbyFrom: 2, runningFrom: 20 } as const

/** The number of intervals without a reading after which a sensor is offline and its last value no longer holds. */
export const missedIntervals = 3

/** Parameter of a hospital: the days that raw readings are kept. */
export const readingDays = { key: 'iot.readingDays', usual: 30, least: 1, most: 400 } as const

/** The interval in seconds of a sensor that names none, nor does its model. */
export const usualReportSeconds = 60
