import type { NoticeFacts } from '../../kit/module.ts'

/** Notices about announcements and the own account. */
export const announcementNotices = {
  kinds: {
    announcement: { zh: '通知公告', en: 'Announcement', tone: 'plain' },
    password_recovered: { zh: '密码已用验证码重置', en: 'Your password was reset with a code', tone: 'warn', waits: true },
  },
  targets: { announcement: { zh: '通知公告', en: 'Announcement' } },
} as const satisfies NoticeFacts
