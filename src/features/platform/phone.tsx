import { useUnread } from '#src/features/platform/stored-notices.ts'
import type { PhoneArea } from '#src/kit/phone/area.ts'
import { later } from '#src/kit/phone/lazy-load.ts'
import { loadQueueFacts } from '#src/kit/phone/queue-facts.ts'

const NoticeJump = later(() => import('./notice-jump-phone.tsx').then((part) => part.NoticeJumpPhone))

export const platformPhone: PhoneArea = {
  name: 'platform',
  screens: [
    ...['/noticeJump', '/noticeJump/approvalJump'].map((path) => ({ path, Screen: NoticeJump })),
    { path: '/notices', Screen: later(() => import('./notices-phone.tsx').then((part) => part.NoticesPhone)) },
    {
      path: '/queue',
      // The page names records with the texts that the modules provide.
      Screen: later(async () => {
        const [part] = await Promise.all([import('./queue-phone.tsx'), loadQueueFacts()])
        return part.QueuePhone
      }),
    },
    { path: '/me', Screen: later(() => import('./me-phone.tsx').then((part) => part.MePhone)) },
  ],
  tabs: [
    { to: '/notices', icon: 'bell', label: 'tab.notices', order: 4, count: { use: useUnread, label: 'notices.unread' } },
    { to: '/me', icon: 'me', label: 'tab.me', more: ['/queue'], order: 5 },
  ],
}
