import { lazy } from 'react'
import type { DeskModule } from '#src/kit/desk-module.ts'

const Notices = lazy(async () => ({ default: (await import('./notice-page.tsx')).NoticePage }))

export const noticeDesk: DeskModule = {
  name: 'notice',
  pages: [
    {
      path: '/notice/announcement/:id',
      title: { zh: '通知公告', en: 'Announcement' },
      Page: lazy(async () => ({ default: (await import('./announcement-reading.tsx')).AnnouncementReading })),
    },
    {
      path: '/desk/notice',
      group: '/desk/notice',
      Page: lazy(async () => ({ default: (await import('./announcement-page.tsx')).AnnouncementPage })),
    },
    {
      path: '/resource/sms',
      group: '/resource/sms',
      Page: lazy(async () => ({ default: (await import('./sms-page.tsx')).SmsPage })),
    },
    {
      path: '/resource/notice-channel',
      group: '/resource/notice-channel',
      Page: lazy(async () => ({ default: (await import('./notice-channel-page.tsx')).NoticeChannelPage })),
    },
    { path: '/notice/task', title: { zh: '消息', en: 'Notices' }, Page: Notices },
    { path: '/notice/task/index', title: { zh: '消息', en: 'Notices' }, Page: Notices },
  ],
  records: { announcement: '/notice/announcement' },
}
