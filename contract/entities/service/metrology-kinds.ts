import { cycleFields } from '../../kit/fields/cycle.ts'
import { choice, date, flag, text } from '../../kit/fields/field.ts'
import { measureTypes } from '../asset/device/class-choices.ts'

/** Verification says whether a device keeps to its standard; calibration says how far its values are off, and the hospital judges. */
export const metrologyKinds = {
  verification: { zh: '检定', en: 'Verification' },
  calibration: { zh: '校准', en: 'Calibration' },
} as const

/** What a verification or calibration found: whether and how the device may be used. */
export const metrologyResults = {
  passed: { zh: '合格', en: 'Passed', tone: 'good' },
  limited: { zh: '限用', en: 'Limited use', tone: 'warn' },
  failed: { zh: '不合格', en: 'Failed', tone: 'bad' },
} as const

/** How a device is verified or calibrated, in the catalogue and on its card. */
export const metrologyTerms = {
  measureKind: choice({ zh: '计量方式', en: 'Metrology type', list: true, of: metrologyKinds }),
  measureType: choice({ zh: '检定类别', en: 'Verification type', list: true, of: measureTypes }),
  ...cycleFields('measureCycle', { zh: '计量周期', en: 'Metrology cycle', list: true }),
  /** A certificate of such a device has no end. */
  firstOnly: flag({ zh: '只做首次检定', en: 'First verification only', list: true }),
} as const

/** What a certificate says, on its record and on the card of the device. */
export const certified = {
  measuredOn: date({ zh: '计量日期', en: 'Measured on', readOnly: true, list: true }),
  certificateNo: text({ zh: '证书编号', en: 'Certificate no.', readOnly: true, list: true, search: true, max: 100 }),
  validUntil: date({ zh: '有效期至', en: 'Valid until', readOnly: true, list: true }),
} as const
