import { approval } from '../../kit/entity/approval.ts'
import { integer, link, money, text } from '../../kit/fields/field.ts'
import { purchasePlanning } from './purchase-plan.ts'

/** A purchase plan above the limit of the hospital is decided by an approval: by any holder of the right, unless a hospital defines it otherwise. */
export const purchasePlanApproval = approval({
  kind: 'purchasePlan',
  zh: '采购计划',
  en: 'Purchase plan',
  of: purchasePlanning,
  steps: { begin: 'seekApproval', agreed: 'agree', refused: 'refuse', withdrawn: 'withdraw' },
  facts: {
    amount: money({ zh: '计划总额', en: 'Planned total', min: 0 }),
    lineCount: integer({ zh: '明细行数', en: 'Lines', min: 0 }),
    planYear: integer({ zh: '计划年度', en: 'Year', as: 'year', min: 2000, max: 2100 }),
    dept: link({ zh: '申报科室', en: 'Department', to: 'dept' }),
    budget: link({ zh: '采购预算', en: 'Budget', to: 'purchaseBudget' }),
    reason: text({ zh: '购置理由', en: 'Reason', max: 1000 }),
  },
  depts: ['applicant', 'managing'],
  may: 'purchasePlan.agree',
  nodeField: 'approvalNode',
})
