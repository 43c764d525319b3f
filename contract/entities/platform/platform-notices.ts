import type { NoticeFacts } from '../../kit/area.ts'
import { jobNotices } from './job-notices.ts'

/** What this module tells people of: work in the background that has ended, and announcements. */
export const platformNotices = {
  kinds: { ...jobNotices.kinds, announcement: { zh: '通知公告', en: 'Announcement', tone: 'plain' } },
  targets: { ...jobNotices.targets, announcement: { zh: '通知公告', en: 'Announcement' } },
} as const satisfies NoticeFacts
