import { machine, same } from '../../kit/entity/machine.ts'
import { choice, flag, ids, link, text, time } from '../../kit/fields/field.ts'
import { deviceUse } from './device-use.ts'
import { conditions } from './device-use-states.ts'

const path = '/eam/deviceusemanage'
const note = text({ zh: '备注', en: 'Remark', multiline: true, max: 500 })
const photos = ids({ zh: '照片', en: 'Photos', to: 'file', max: 9 })

// What is received, transferred or returned to stock stays where it went.
const loans = { eventType: ['borrow'] } as const

/** How the other person of a hand-over stands for it: by the code that their own phone shows, or by a name and a signature. */
export const otherPerson = {
  personCode: text({ zh: '对方的个人二维码', en: 'Other person’s QR code', max: 300 }),
  person: link({ zh: '对方', en: 'Other person', to: 'user', anywhere: true }),
  signature: ids({ zh: '对方签名', en: 'Other person’s signature', to: 'file', max: 1 }),
} as const

/** The steps of a use. The card follows with the step after which both people stand for the hand-over. */
export const deviceUseMachine = machine(deviceUse, 'status', {
  handOut: {
    from: ['reserved'],
    to: 'handed',
    zh: '确认交出',
    en: 'Hand out',
    may: 'deviceUse.give',
    many: true,
    url: [`${path}/submit`, `${path}/transfer-submit`],
    urlBy: { eventType: { allot: `${path}/transfer-submit` } },
    input: { note },
  },
  confirm: {
    from: ['handed'],
    to: 'received',
    zh: '确认接收',
    en: 'Confirm receipt',
    may: 'deviceUse.take',
    many: true,
    offline: { shows: { receiverId: 'me' } },
    input: { note },
  },
  handOver: {
    from: ['reserved'],
    to: 'received',
    zh: '当面交接',
    en: 'Hand over in person',
    may: 'deviceUse.give',
    many: true,
    offline: true,
    input: { ...otherPerson, photos, note },
  },
  giveBack: {
    from: ['received'],
    to: 'returning',
    zh: '归还',
    en: 'Give back',
    may: 'deviceUse.take',
    many: true,
    offline: true,
    url: `${path}/give-back`,
    only: loans,
    input: { note, photos },
  },
  takeBack: {
    from: ['received', 'returning'],
    to: 'returned',
    zh: '收回',
    en: 'Take back',
    may: 'deviceUse.give',
    many: true,
    offline: true,
    url: `${path}/takeBack`,
    only: loans,
    input: {
      condition: choice({ zh: '归还状况', en: 'Condition', required: true, of: conditions }),
      conditionNote: text({ zh: '状况说明', en: 'Condition details', multiline: true, max: 1000 }),
      isStopped: flag({ zh: '停用报修', en: 'Out-of-service report' }),
      photos,
      ...otherPerson,
    },
  },
  extend: {
    from: ['received'],
    to: same(),
    zh: '申请续借',
    en: 'Request an extension',
    may: 'deviceUse.take',
    only: loans,
    input: {
      extendTo: time({ zh: '续借至', en: 'Until', required: true }),
      reason: text({ zh: '续借原因', en: 'Reason', required: true, multiline: true, max: 500 }),
    },
  },
  agreeExtension: { from: ['received'], to: same(), zh: '同意续借', en: 'Approve extension', inner: true, input: { note } },
  refuseExtension: { from: ['received'], to: same(), zh: '不同意续借', en: 'Reject extension', inner: true, input: { note } },
  cancel: {
    from: ['reserved', 'handed'],
    to: 'cancelled',
    zh: '取消交接',
    en: 'Cancel hand-over',
    may: 'deviceUse.cancel',
    confirm: true,
    input: { reason: text({ zh: '原因', en: 'Reason', required: true, max: 500 }) },
  },
})
