import { announcement } from '../../entities/notice/announcement.ts'
import { one, out, pageOf } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { integer, link } from '../../kit/fields/field.ts'

const id = link({ zh: announcement.zh, en: announcement.en, to: 'announcement', required: true, anywhere: true })

/** An announcement that the person was told of, in full. */
export const announcementRead = call('announcement.read', {
  zh: '阅读通知公告',
  en: 'Read an announcement',
  module: 'notice',
  method: 'GET',
  path: '/osm/notice/announcement',
  may: 'notice.list',
  reads: ['announcement', 'notice'],
  answers: one({
    id: out.text,
    title: out.text,
    content: out.text,
    attachment: out.list(out.text),
    categoryValue: out.text,
    sender: out.nullable(out.text),
    sentAt: out.text,
  }),
  input: { announcement: id },
})
/** Who was told of an announcement and has read it, those who have not first. */
export const announcementReaders = call('announcement.readers', {
  zh: '通知公告阅读情况',
  en: 'Announcement readers',
  module: 'notice',
  method: 'GET',
  path: '/blade-desk/notice/readers',
  may: 'announcement.list',
  reads: ['announcement', 'notice'],
  answers: pageOf({
    userId: out.text,
    realName: out.text,
    deptName: out.nullable(out.text),
    isRead: out.flag,
    readAt: out.nullable(out.text),
  }),
  input: { announcement: id, current: integer({ zh: '页码', en: 'Page' }), size: integer({ zh: '每页', en: 'Page size' }) },
})
