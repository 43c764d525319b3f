import { device } from '../../entities/asset/device/device.ts'
import { deviceSplit } from '../../entities/ledger/device-split.ts'
import { listOf, one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { integer, items, link, money, text } from '../../kit/fields/field.ts'

/** The most cards that one split leaves, the original included. */
export const mostParts = 50

const { deviceName, sn, useDept, location } = device.fields
const said = { required: false, list: false, search: false, important: false } as const

/**
 * Splits a card that was bought as one: new cards take their values from it, and their shares of its depreciation in every book. The original
 * keeps its number, its documents and the rest of the value.
 */
export const splitDevice = call('deviceSplit.split', {
  zh: '拆分设备卡',
  en: 'Split a device card',
  module: 'ledger',
  method: 'POST',
  path: '/eam/device-split/split',
  may: 'deviceSplit.split',
  writes: true,
  timeoutS: 60,
  changes: ['device', 'deviceSplit', 'deviceDepreciation', 'deviceFund'],
  answers: one({ id: out.text, ids: out.list(out.text), codes: out.list(out.text) }),
  input: {
    id: text({ zh: '设备卡', en: 'Device card', required: true, max: 36 }),
    version: integer({ zh: '版本', en: 'Version', min: 1 }),
    parts: items({
      zh: '拆出的设备卡',
      en: 'New cards',
      required: true,
      max: mostParts - 1,
      fields: {
        value: money({ zh: '原值', en: 'Original value', required: true, min: 0.01 }),
        deviceName: { ...deviceName, ...said },
        sn: { ...sn, ...said },
        useDept: { ...useDept, ...said },
        location: { ...location, ...said },
      },
    }),
    reason: { ...deviceSplit.fields.reason, readOnly: false, list: false },
  },
})

/** The splits that a card comes from or went into, with their cards that the person sees. */
export const splitsOfDevice = call('deviceSplit.ofDevice', {
  zh: '设备卡拆分记录',
  en: 'Device card splits',
  module: 'ledger',
  method: 'GET',
  path: '/eam/device-split/of-device',
  may: 'deviceSplit.list',
  reads: ['device', 'deviceSplit', 'deviceSplitPart'],
  answers: listOf({
    id: out.text,
    version: out.number,
    splitNo: out.text,
    splitOn: out.text,
    splitStatus: out.key(deviceSplit.fields.splitStatus.of),
    reason: out.text,
    /** Whether the card is the one that was split. */
    isOriginal: out.boolean,
    parts: out.list({
      is: 'object',
      fields: { deviceId: out.text, deviceName: out.text, deviceCode: out.text, value: out.nullable(out.text), isOriginal: out.boolean },
    }),
  }),
  input: { device: link({ zh: '设备卡', en: 'Device card', to: 'device', required: true }) },
})

export const splitCalls = [splitDevice, splitsOfDevice] as const
