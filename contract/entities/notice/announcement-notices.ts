import type { NoticeFacts } from '../../kit/module.ts'

/** Notices about announcements. */
export const announcementNotices = {
  kinds: { announcement: { zh: '通知公告', en: 'Announcement', tone: 'plain' } },
  targets: { announcement: { zh: '通知公告', en: 'Announcement' } },
} as const satisfies NoticeFacts
