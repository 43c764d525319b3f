import { entity } from '../../kit/entity/entity.ts'
import { choice, flag, link, text, time } from '../../kit/fields/field.ts'
import { noticeKinds, noticeTargets } from './notice-kinds.ts'

/** A notice to one person, visible only to that person. */
export const notice = entity('notice', {
  zh: '消息',
  en: 'Notice',
  module: 'notice',
  path: '/osm/notice',
  title: 'subject',
  table: 'tenant',
  verbs: ['list', 'detail'],
  scope: { own: 'user' },
  offline: {
    keep: 'write',
    scope: { by: 'person', field: 'user' },
    offlineFields: ['kind', 'subject', 'detail', 'target', 'targetId', 'isRead', 'sentAt'],
  },
  sort: { by: 'createTime', descending: true },
  fields: {
    kind: choice({ zh: '类型', en: 'Type', required: true, readOnly: true, list: true, of: noticeKinds }),
    subject: text({ zh: '主题', en: 'Subject', required: true, readOnly: true, list: true, search: true, max: 200 }),
    detail: text({ zh: '内容', en: 'Content', readOnly: true, list: true, max: 500 }),
    user: link({ zh: '接收人', en: 'To', to: 'user', required: true, readOnly: true }),
    target: choice({ zh: '跳转', en: 'Link', readOnly: true, list: true, of: noticeTargets }),
    targetId: text({ zh: '跳转记录', en: 'Record', readOnly: true, list: true, internal: true, max: 36 }),
    isRead: flag({ zh: '已读', en: 'Read', readOnly: true, list: true }),
    readAt: time({ zh: '阅读时间', en: 'Read at', readOnly: true }),
    sentAt: time({ zh: '时间', en: 'When', readOnly: true, list: true }),
  },
})
