import type { PhoneModule } from '#src/kit/phone/module.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'
import { useUnread } from './stored-notices.ts'

const NoticeJump = later(() => import('./notice-jump-phone.tsx').then((part) => part.NoticeJumpPhone))

export const noticePhone: PhoneModule = {
  name: 'notice',
  screens: [
    ...['/noticeJump', '/noticeJump/approvalJump'].map((path) => ({ path, Screen: NoticeJump })),
    { path: '/notices', Screen: later(() => import('./notices-phone.tsx').then((part) => part.NoticesPhone)) },
  ],
  parts: [{ at: 'me.settings', name: 'push', Part: later(() => import('./phone/push-setting.tsx').then((part) => part.PushSetting)) }],
  tabs: [{ to: '/notices', icon: 'bell', label: 'tab.notices', order: 4, count: { use: useUnread, label: 'notices.unread' } }],
}
