import { poolWaiting } from '../entities/pool/pool-waiting.ts'
import { sharedBorrowing } from '../entities/pool/shared-borrowing.ts'
import type { HomeFacts } from '../kit/entity/home.ts'

const facts = { of: sharedBorrowing, page: '/eam/shared-borrowing' } as const

/** Shared devices on the first page. */
export const poolHome: HomeFacts = {
  figures: [
    {
      ...facts,
      name: 'pool.toHandOut',
      kind: 'processed',
      zh: '待借出的共享设备',
      en: 'Shared devices to hand out',
      has: ['sharedBorrowing.lend'],
      where: { borrowingStatus: 'reserved', lendDept: '_own', fromTime_le: '_today' },
      tone: 'warn',
      hint: { zh: '预约时间已到，等本科室借出', en: 'Reserved for now. Your department hands them out' },
    },
    {
      of: poolWaiting,
      page: '/eam/share-waiting',
      name: 'pool.noticed',
      kind: 'processed',
      zh: '候补已有空闲',
      en: 'Free devices you wait for',
      has: ['sharedBorrowing.submit'],
      where: { waitingStatus: 'noticed', person: '_own' },
      tone: 'busy',
      hint: { zh: '您候补的共享设备有空闲，可以预约', en: 'A shared device you are waiting for is free. Reserve it' },
    },
    {
      ...facts,
      name: 'pool.mine',
      kind: 'apply',
      zh: '我的共享借用',
      en: 'My shared borrowings',
      has: ['sharedBorrowing.submit'],
      where: { borrowingStatus: 'reserved,lent', borrower: '_own' },
      tone: 'busy',
      hint: { zh: '我预约和借用中的共享设备', en: 'Shared devices I reserved or borrowed' },
    },
    {
      ...facts,
      name: 'pool.overdue',
      kind: 'warn',
      zh: '共享逾期未还',
      en: 'Overdue shared devices',
      where: { borrowingStatus: 'lent', toTime_le: '_today-1' },
      tone: 'bad',
      hint: { zh: '计划归还日期已过、尚未归还的共享设备', en: 'Shared devices past their planned return' },
    },
  ],
}
