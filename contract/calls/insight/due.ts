import { file, listOf, one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { dueReads } from '../../kit/entity/due.ts'
import { date, text } from '../../kit/fields/field.ts'

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

/** Days before and after today that a calendar feed holds. */
export const feedDays = { past: 30, ahead: 180 } as const

/** Since when the person has a calendar feed; null without one. */
export const dueFeed = call('due.feed', {
  module: 'insight',
  method: 'GET',
  may: 'session',
  zh: '查询日历订阅',
  en: 'Calendar feed',
  path: '/eam/due/feed',
  reads: [],
  input: {},
  answers: one({ madeAt: out.nullable(out.text) }),
})

/** Makes the person's calendar feed and answers its path once. The path before, if any, ends. */
export const dueFeedMake = call('due.feedMake', {
  module: 'insight',
  method: 'POST',
  may: 'session',
  writes: true,
  changes: [],
  zh: '生成订阅地址',
  en: 'Create calendar feed',
  path: '/eam/due/feed/make',
  input: {},
  answers: one({ path: out.text }),
})

/** Ends the person's calendar feed. */
export const dueFeedEnd = call('due.feedEnd', {
  module: 'insight',
  method: 'POST',
  may: 'session',
  writes: true,
  changes: [],
  zh: '停止订阅',
  en: 'End calendar feed',
  path: '/eam/due/feed/end',
  input: {},
  answers: one({ ended: out.boolean }),
})

/** The feed as an iCalendar file (RFC 5545): titles and days of what the person may list. The secret in the address names the person. */
export const dueFeedFile = call('due.feedFile', {
  module: 'insight',
  method: 'GET',
  may: 'public',
  zh: '日历订阅内容',
  en: 'Calendar feed content',
  path: '/eam/due/feed/file/:secret',
  reads: dueReads,
  input: { secret: text({ zh: '密钥', en: 'Secret', required: true, max: 120 }) },
  answers: file,
})
