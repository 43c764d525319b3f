import type { device } from '../../entities/asset/device/device.ts'
import { one, out } from '../../kit/entity/answer.ts'
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
