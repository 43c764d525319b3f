import type { device } from '../entities/asset/device.ts'
import { one, out, pageOf } from '../kit/answer.ts'
import { call } from '../kit/call.ts'
import { integer, link, text } from '../kit/field.ts'
import { historyEvent } from '../kit/history.ts'

export const page = {
  current: integer({ zh: '页码', en: 'Page', min: 1, max: 1_000_000 }),
  size: integer({ zh: '每页条数', en: 'Page size', min: 1, max: 200 }),
}

export const deviceByCode = call('device.byCode', {
  zh: '按编码查设备',
  en: 'Find a device by code',
  area: 'asset',
  method: 'GET',
  path: '/eam/device/queryRfidCode',
  may: 'device.list',
  answers: one(out.row<typeof device>('device')),
  input: { rfidCode: text({ zh: 'RFID、二维码或资产编号', en: 'RFID, QR or asset number', required: true, max: 200 }) },
})
export const deviceLifeCycle = call('device.lifeCycle', {
  zh: '设备生命周期',
  en: 'Life cycle of a device',
  area: 'asset',
  method: 'GET',
  path: '/eam/device-life-cycle/list',
  may: 'device.list',
  answers: pageOf({ ...historyEvent, eamDeviceId: out.text }),
  input: { ...page, eamDevice: link({ zh: '设备', en: 'Device', to: 'device' }) },
})
