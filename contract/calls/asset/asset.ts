import type { device } from '../../entities/asset/device/device.ts'
import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { integer, text } from '../../kit/fields/field.ts'

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
  input: { rfidCode: text({ zh: 'RFID、二维码或资产编号', en: 'RFID, QR or asset number', required: true, scanned: true, max: 200 }) },
})
