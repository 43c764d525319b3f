import { choice } from '../../../kit/fields/field.ts'

/** Why what is due for a device waits for its return, or has ended with it. */
export const devicePauses = {
  missing: { zh: '设备盘亏', en: 'Device is missing', tone: 'bad' },
  disposed: { zh: '设备已报废', en: 'Device is disposed of', tone: 'plain' },
  removed: { zh: '设备已删除', en: 'Device was deleted', tone: 'plain' },
} as const
export type DevicePause = keyof typeof devicePauses

/** Written by the database with the state of the device: a row that has one is not due. */
export const devicePause = choice({ zh: '暂停原因', en: 'Paused because', readOnly: true, list: true, of: devicePauses })

/** Where what is due is counted: rows of devices that are there. */
export const notPaused = { pause: '_none' } as const
