import type { Words } from '../../kit/words.ts'
import { device } from '../asset/device/device.ts'
import { deviceSet } from '../asset/sets/device-set.ts'
import { location } from '../place/location.ts'

/** What a label is stuck on. */
export const labelKinds = {
  device: { zh: '设备卡', en: 'Device card' },
  room: { zh: '房间', en: 'Room' },
  set: { zh: '设备套组', en: 'Device set' },
} as const
export type LabelKind = keyof typeof labelKinds

/** The entity whose rows a kind of label stands for. */
export const labelTargets = { device, room: location, set: deviceSet } as const

const worded = <N extends string>(fields: Readonly<Record<N, Words>>, names: readonly N[]): Readonly<Record<N, Words>> =>
  Object.fromEntries(names.map((name) => [name, { zh: fields[name].zh, en: fields[name].en }])) as Record<N, Words>

/** What a Code 128 on a label may say. */
export const barcodeFields = worded(device.fields, ['deviceCode', 'assetsCode', 'assetTagNo', 'sn', 'rfidCode'])

/** A line for each field that the hospital has added to its cards and shows in lists. */
export const ownLines = 'ownFields'

/** The fields that may stand on a label, by kind; their words are those of the card, the room and the set. */
export const labelLines = {
  device: {
    ...worded(device.fields, [
      'deviceName',
      'deviceCode',
      'assetsCode',
      'deviceModel',
      'sn',
      'manufacturer',
      'brand',
      'registrationNo',
      'riskLevel',
      'useDept',
      'location',
      'keeper',
      'enableDate',
      'purchaseDate',
      'warrantyEnd',
      'rfidCode',
      'assetTagNo',
      'udiDi',
      'udiPi',
    ]),
    [ownLines]: { zh: '自定义字段（列表显示的）', en: 'Custom fields (those in lists)' },
  },
  room: worded(location.fields, ['locationName', 'fullName', 'level', 'dept', 'qrToken']),
  set: worded(deviceSet.fields, ['setName', 'setNo', 'dept', 'location', 'keeper', 'memberCount']),
} as const

/** Every field that may stand on some label. */
export const anyLabelLine: Readonly<Record<string, Words>> = { ...labelLines.set, ...labelLines.device, ...labelLines.room }
