import { deviceApply } from '../entities/custody/device-apply.ts'
import { measure } from '../kit/figures/measure.ts'

/** What departments apply for, and how long the decision takes. */
export const applications = measure('applications', deviceApply, {
  zh: '使用申请统计',
  en: 'Applications',
  module: 'custody',
  path: '/eam/measure/applications',
  page: '/eam/apply',
  where: { submittedAt: '_some' },
  filters: ['type', 'status', 'dept', 'useDept', 'applicant'],
  period: 'submittedAt',
  groups: {
    month: { by: 'submittedAt', as: 'month', words: { zh: '提交月份', en: 'Submission month' } },
    type: { by: 'type' },
    status: { by: 'status' },
    dept: { by: 'dept' },
    applicant: { by: 'applicant' },
  },
  figures: {
    count: {
      kind: 'count',
      zh: '申请数',
      en: 'Applications',
      unit: 'lines',
      formula: { zh: '数据范围内提交过的申请数。', en: 'Applications in your data scope that were submitted.' },
    },
    decision: {
      kind: 'median',
      where: { decidedAt: '_some' },
      from: 'submittedAt',
      to: 'decidedAt',
      zh: '审批用时',
      en: 'Time to decide',
      unit: 'minutes',
      formula: {
        zh: '从提交到批准或驳回的分钟数的中位数，只看已决定的申请。',
        en: 'The median of the minutes from submission to approval or rejection, of decided applications.',
      },
    },
    rejected: {
      kind: 'ratio',
      where: { decidedAt: '_some' },
      part: { status: 'rejected' },
      zh: '驳回率',
      en: 'Rejection rate',
      unit: 'percent',
      formula: { zh: '驳回率 = 被驳回的申请 ÷ 已决定的申请。', en: 'Rejection rate = rejected applications ÷ decided ones.' },
    },
  },
})
