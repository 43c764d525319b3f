import type { device } from '../../entities/asset/device/device.ts'
import { listOf, one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { text } from '../../kit/fields/field.ts'

export const deviceByCode = call('device.byCode', {
  zh: '按编码查设备',
  en: 'Find a device by code',
  module: 'asset',
  method: 'GET',
  path: '/eam/device/queryRfidCode',
  may: 'device.list',
  answers: one(out.row<typeof device>('device')),
  input: { rfidCode: text({ zh: 'RFID、二维码或资产编号', en: 'RFID, QR or asset number', required: true, scanned: true, max: 200 }) },
})

/** The latest card with a device identifier, for another device of the same product; an empty list where there is none. */
export const deviceOfDi = call('device.ofDi', {
  zh: '按 UDI-DI 查同款设备',
  en: 'Find a same-product device by UDI',
  module: 'asset',
  method: 'GET',
  path: '/eam/device/same-product',
  may: 'device.list',
  reads: ['device'],
  answers: listOf(out.row<typeof device>('device')),
  input: { udiDi: text({ zh: 'UDI-DI 或 UDI 全码', en: 'UDI-DI or full UDI', required: true, scanned: true, max: 200 }) },
})
