import { processRule } from '../../kit/entity/process-rule.ts'

/** The week of each department is told, whoever pushes it. */
export const weekReporting = processRule({
  name: 'weekReporting',
  zh: '科室周报推送',
  en: 'Weekly report push',
  touches: { noticeReport: ['add'] },
})
