import { approval } from '../../kit/entity/approval.ts'
import { choice, integer, link, money } from '../../kit/fields/field.ts'
import { applyFlow } from './apply-flow.ts'
import { applyKinds, ownKinds } from './apply-kinds.ts'

/** Applications are decided by an approval: by any holder of the right, unless a hospital defines it otherwise. */
export const applyApproval = approval({
  kind: 'deviceApply',
  zh: '使用申请',
  en: 'Application',
  of: applyFlow,
  steps: { begin: 'eventSubmit', agreed: 'approve', refused: 'reject', withdrawn: 'cancel' },
  facts: {
    type: choice({ zh: '申请类型', en: 'Application type', of: applyKinds, more: ownKinds }),
    dept: link({ zh: '申请科室', en: 'Applying department', to: 'dept' }),
    useDept: link({ zh: '使用科室', en: 'Department', to: 'dept' }),
    originalValue: money({ zh: '设备原值合计', en: 'Total original value', min: 0 }),
    lineCount: integer({ zh: '明细行数', en: 'Lines', min: 0 }),
    days: integer({ zh: '借用天数', en: 'Loan days', min: 0 }),
  },
  depts: ['applicant', 'giving', 'receiving', 'managing'],
  may: 'deviceApply.approve',
  nodeField: 'approvalNode',
})
