import { listOf, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { dueReads } from '../../kit/entity/due.ts'
import { date } from '../../kit/fields/field.ts'

/** Days of one answer at most: six weeks of a month. */
export const mostDueDays = 42
/** Rows that an answer names of one kind and day; the count has all. */
export const mostDueOfDay = 50

/** What is due on the days from one to another that the person may list, by kind and day. */
export const dueDays = call('due.days', {
  module: 'insight',
  method: 'GET',
  may: 'session',
  zh: '到期事项',
  en: 'Due dates',
  path: '/eam/due/days',
  reads: dueReads,
  input: { from: date({ zh: '从', en: 'From', required: true }), to: date({ zh: '至', en: 'Until', required: true }) },
  answers: listOf({
    kind: out.text,
    day: out.text,
    count: out.number,
    rows: out.list(out.object({ id: out.text, title: out.text })),
  }),
})
