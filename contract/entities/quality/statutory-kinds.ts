import { choice, date, text } from '../../kit/fields/field.ts'
import { qualityResults } from './quality-kinds.ts'

/** What a statutory inspection is about. */
export const inspectionKinds = {
  special: { zh: '特种设备检验', en: 'Special equipment inspection' },
  radiationStatus: { zh: '放射设备状态检测', en: 'Radiation equipment status test' },
  radiationProtection: { zh: '放射防护检测', en: 'Radiation protection test' },
  largeLicence: { zh: '大型设备配置许可', en: 'Large equipment licence' },
} as const

export const inspectionKind = choice({ zh: '检验类别', en: 'Inspection type', required: true, list: true, of: inspectionKinds })
export const inspectionResult = choice({ zh: '检验结论', en: 'Inspection result', list: true, of: qualityResults })

/** What an inspection wrote down, on its record and on the ledger of its device. */
export const inspected = {
  body: text({ zh: '检验机构', en: 'Inspection body', list: true, search: true, max: 120 }),
  certificateNo: text({ zh: '证书编号', en: 'Certificate no.', list: true, search: true, max: 100 }),
  inspectedOn: date({ zh: '检验日期', en: 'Inspected on', list: true }),
  validUntil: date({ zh: '有效期至', en: 'Valid until', list: true }),
} as const
