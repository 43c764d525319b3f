import { processRule } from '../../kit/entity/process-rule.ts'

/** A report is written for each department, also for those that the person who pushes it does not see. */
export const weekReporting = processRule({
  name: 'weekReporting',
  zh: '科室周报推送',
  en: 'Weekly report push',
  touches: { noticeReport: ['add'] },
})
