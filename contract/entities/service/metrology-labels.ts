import { choice, date, text } from '../../kit/fields/field.ts'
import { metrologyKinds, metrologyResults } from './metrology-kinds.ts'

/** What a label says; the later ones are worse. */
export const metrologyLabels = {
  none: { zh: '未计量', en: 'Not measured', tone: 'plain' },
  qualified: { zh: '合格', en: 'Passed', tone: 'good' },
  limited: { zh: '限用', en: 'Limited use', tone: 'warn' },
  stopped: { zh: '停用', en: 'Inactive', tone: 'bad' },
} as const
export type MetrologyLabel = keyof typeof metrologyLabels

const { verification, calibration } = metrologyKinds

/** What each kind found last, and until when; a result changes its own kind alone. */
export const lastOfKinds = {
  verificationLabel: choice({ zh: '检定标识', en: 'Verification label', readOnly: true, of: metrologyLabels, group: verification }),
  verificationResult: choice({ zh: '检定结果', en: 'Verification result', readOnly: true, of: metrologyResults, group: verification }),
  verificationOn: date({ zh: '检定日期', en: 'Verified on', readOnly: true, group: verification }),
  verificationNo: text({ zh: '检定证书', en: 'Verification certificate', readOnly: true, max: 100, group: verification }),
  verificationUntil: date({ zh: '检定有效期至', en: 'Verification valid until', readOnly: true, group: verification }),
  calibrationLabel: choice({ zh: '校准标识', en: 'Calibration label', readOnly: true, of: metrologyLabels, group: calibration }),
  calibrationResult: choice({ zh: '校准结果', en: 'Calibration result', readOnly: true, of: metrologyResults, group: calibration }),
  calibrationOn: date({ zh: '校准日期', en: 'Calibrated on', readOnly: true, group: calibration }),
  calibrationNo: text({ zh: '校准证书', en: 'Calibration certificate', readOnly: true, max: 100, group: calibration }),
  calibrationUntil: date({ zh: '校准有效期至', en: 'Calibration valid until', readOnly: true, group: calibration }),
} as const
