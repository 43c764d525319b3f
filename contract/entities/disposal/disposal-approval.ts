import { approval } from '../../kit/entity/approval.ts'
import { integer, link } from '../../kit/fields/field.ts'
import { deviceDisposal } from './device-disposal.ts'
import { disposalFlow } from './disposal-flow.ts'

const { fields } = deviceDisposal
const asked = { readOnly: false, required: false, list: false } as const

/** Disposals are decided by an approval, by limits on their original value: by any holder of the right, unless a hospital defines it otherwise. */
export const disposalApproval = approval({
  kind: 'disposal',
  zh: '处置',
  en: 'Disposal',
  of: disposalFlow,
  steps: { begin: 'decideYes', agreed: 'agree', refused: 'refuse', withdrawn: 'withdraw' },
  facts: {
    originalValue: { ...fields.originalTotal, ...asked },
    approvePrice: { ...fields.approvePrice, ...asked },
    deviceCount: integer({ zh: '设备台数', en: 'Devices', min: 1, max: 500 }),
    disposalType: { ...fields.disposalType, ...asked },
    declareReasons: { ...fields.declareReasons, ...asked },
    useDept: link({ zh: '申报科室', en: 'Department', to: 'dept' }),
  },
  depts: ['applicant', 'giving'],
  may: 'deviceDisposal.audit',
  nodeField: 'approvalNode',
})
