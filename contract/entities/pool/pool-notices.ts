import type { NoticeFacts } from '../../kit/module.ts'

/** Notices about shared devices. */
export const poolNotices = {
  kinds: {
    pool_reserved: { zh: '共享设备被预约', en: 'A shared device was reserved', tone: 'busy' },
    pool_free: { zh: '候补的共享设备有空闲', en: 'A shared device you wait for is free', tone: 'good' },
    pool_overdue: { zh: '共享借用逾期未还', en: 'A shared device is overdue', tone: 'bad', waits: true },
    pool_returned: { zh: '共享设备已归还', en: 'A shared device was returned', tone: 'good' },
  },
  targets: { sharedBorrowing: { zh: '共享借用', en: 'Shared borrowing' }, poolWaiting: { zh: '共享候补', en: 'Waiting list' } },
} as const satisfies NoticeFacts
