import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { flag, ids } from '../../kit/fields/field.ts'

export const unreadNum = call('notice.unreadNum', {
  zh: '未读消息数',
  en: 'Unread notices',
  module: 'notice',
  method: 'GET',
  path: '/osm/notice/unread-num',
  may: 'notice.list',
  reads: ['notice'],
  answers: one({ count: out.number }),
  input: {},
})
/** Marks own notices as read, by their ids or all of them. Never a conflict; a phone queues it. */
export const tagRead = call('notice.tagRead', {
  zh: '标为已读',
  en: 'Mark as read',
  module: 'notice',
  method: 'POST',
  path: '/osm/notice/tag-read',
  may: 'notice.list',
  writes: true,
  changes: ['notice'],
  offline: { shows: { isRead: 1 } },
  answers: one({ read: out.number }),
  input: { ids: ids({ zh: '消息', en: 'Notices', to: 'notice' }), all: flag({ zh: '全部', en: 'All' }) },
})
