import { poolCalls } from '../calls/pool/pool.ts'
import { borrowingFlow } from '../entities/pool/borrowing-flow.ts'
import { poolDevice } from '../entities/pool/pool-device.ts'
import { poolMinimum } from '../entities/pool/pool-minimum.ts'
import { poolNotices } from '../entities/pool/pool-notices.ts'
import { borrowingHandOver, poolLending } from '../entities/pool/pool-rules.ts'
import { poolWaiting, waitingFlow } from '../entities/pool/pool-waiting.ts'
import { sharedBorrowing } from '../entities/pool/shared-borrowing.ts'
import { poolHome } from '../home/pool-home.ts'
import { board } from '../kit/entity/board.ts'
import { chapter } from '../kit/entity/chapter.ts'
import { module } from '../kit/module.ts'
import { sharedUse } from '../measures/shared-use.ts'

/** Devices that departments share, and marked ones. */
export const poolModule = module({
  name: 'pool',
  entities: [poolDevice, poolMinimum, sharedBorrowing, poolWaiting],
  machines: [borrowingFlow, waitingFlow],
  boards: [
    board(sharedBorrowing, {
      heading: ['device'],
      shows: ['borrowDept', 'lendDept', 'borrower', 'toTime'],
      since: ['handedOutAt', 'returnedAt'],
    }),
    board(poolWaiting, { shows: ['borrowDept', 'person', 'remark'], since: ['noticedAt'] }),
  ],
  ends: [
    'sharedBorrowing.borrowingStatus=returned',
    'sharedBorrowing.borrowingStatus=cancelled',
    'poolWaiting.waitingStatus=served',
    'poolWaiting.waitingStatus=left',
  ],
  calls: poolCalls,
  follows: { poolDevice: 'device', poolWaiting: 'device' },
  rules: [poolLending, borrowingHandOver],
  measures: [sharedUse],
  home: poolHome,
  chapters: [
    chapter(sharedBorrowing, {
      by: 'device',
      order: 30,
      columns: ['borrowingNo', 'borrowingStatus', 'lendDept', 'borrowDept', 'handedOutAt', 'returnedAt', 'fee'],
    }),
  ],
  menu: [
    {
      code: 'pool',
      zh: '共享设备',
      en: 'Shared devices',
      path: '/eam/pool',
      icon: 'pool',
      tops: ['work'],
      children: [
        { code: 'poolDevice', zh: '共享池', en: 'Shared pool', path: '/eam/share', icon: 'pool', entity: 'poolDevice' },
        {
          code: 'sharedBorrowing',
          zh: '共享借用',
          en: 'Shared borrowings',
          path: '/eam/shared-borrowing',
          icon: 'list',
          entity: 'sharedBorrowing',
        },
        { code: 'poolWaiting', zh: '共享候补', en: 'Waiting list', path: '/eam/share-waiting', icon: 'waiting', entity: 'poolWaiting' },
        {
          code: 'poolMinimum',
          zh: '科室保留数',
          en: 'Department minimums',
          path: '/eam/share-minimum',
          icon: 'list',
          entity: 'poolMinimum',
        },
        { code: 'markedDevice', zh: '标记设备', en: 'Marked devices', path: '/eam/marker', icon: 'flag', entity: 'device' },
      ],
    },
  ],
  rights: {
    equipment_manager: ['poolDevice.*', 'poolMinimum.*', 'sharedBorrowing.*', 'poolWaiting.*', 'device.mark'],
    engineer: ['poolDevice.list'],
    keeper: [
      'poolDevice.list',
      'poolMinimum.list',
      'sharedBorrowing.list',
      'sharedBorrowing.submit',
      'sharedBorrowing.lend',
      'sharedBorrowing.export',
      'poolWaiting.list',
      'poolWaiting.submit',
      'deviceClass.list',
    ],
    head: [
      'poolDevice.list',
      'poolMinimum.list',
      'sharedBorrowing.list',
      'sharedBorrowing.submit',
      'sharedBorrowing.lend',
      'poolWaiting.list',
      'poolWaiting.submit',
      'deviceClass.list',
    ],
    warehouse_keeper: ['poolDevice.list', 'sharedBorrowing.list', 'sharedBorrowing.lend'],
  },
  notices: poolNotices,
})
