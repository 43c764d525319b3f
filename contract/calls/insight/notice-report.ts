import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { date, link } from '../../kit/fields/field.ts'

/** Tells departments their week, each once: one department, or all that the person sees; the last whole week, or the one with the named day. */
export const pushWeekReports = call('noticeReport.push', {
  zh: '推送科室周报',
  en: 'Push weekly reports',
  module: 'insight',
  method: 'POST',
  path: '/osm/notice-report/dept-week-report-push',
  may: 'noticeReport.push',
  writes: true,
  changes: ['noticeReport'],
  answers: one({ made: out.number, skipped: out.number }),
  input: {
    dept: link({ zh: '使用科室', en: 'Department', to: 'dept' }),
    weekStart: date({ zh: '周内任一天', en: 'A day in that week' }),
  },
})
