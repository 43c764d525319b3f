import { approval } from '../../kit/entity/approval.ts'
import { date, link, money, text } from '../../kit/fields/field.ts'
import { sharing } from './share-flow.ts'

/** A provider's plan above the limit of the hospital is decided by an approval: by any holder of the right, unless a hospital defines it otherwise. */
export const planApproval = approval({
  kind: 'servicePlan',
  zh: '服务商方案',
  en: 'Provider plan',
  of: sharing,
  steps: { begin: 'seekApproval', agreed: 'approvePlan', refused: 'rejectPlan', withdrawn: 'withdrawPlan' },
  facts: {
    amount: money({ zh: '报价', en: 'Quoted price', min: 0 }),
    content: text({ zh: '方案内容', en: 'Planned work', max: 1000 }),
    serviceDate: date({ zh: '计划服务日期', en: 'Planned for' }),
    provider: link({ zh: '服务商', en: 'Service provider', to: 'supplier' }),
    useDept: link({ zh: '使用科室', en: 'Department', to: 'dept' }),
    /** Approvers decide in their inbox, too, where a reason is an internal comment otherwise. */
    onRejection: text({ zh: '驳回时', en: 'If rejected', max: 100 }),
  },
  depts: ['applicant', 'managing'],
  may: 'serviceOrder.approvePlan',
  nodeField: 'approvalNode',
})
