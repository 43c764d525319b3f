import { machine, same } from '../../kit/entity/machine.ts'
import { choice, text, time } from '../../kit/fields/field.ts'
import { conditions } from './borrowing-states.ts'
import { sharedBorrowing } from './shared-borrowing.ts'

const at = '/eam/deviceusemanage/shared-borrowing'

/** From the reservation to the return. The state of the card follows in the same transaction. */
export const borrowingFlow = machine(sharedBorrowing, 'borrowingStatus', {
  handOut: {
    from: ['reserved'],
    to: 'lent',
    zh: '借出',
    en: 'Lend',
    may: 'sharedBorrowing.lend',
    url: `${at}-hand-out`,
    confirm: true,
    input: {},
  },
  giveBack: {
    from: ['lent'],
    to: 'returned',
    zh: '归还',
    en: 'Give back',
    may: 'sharedBorrowing.lend',
    url: `${at}-return`,
    input: {
      condition: choice({ zh: '归还状况', en: 'Condition', required: true, initial: 'good', of: conditions }),
      note: text({ zh: '归还说明（损坏时为故障描述）', en: 'Note (describe any damage)', multiline: true, max: 500 }),
    },
  },
  extend: {
    from: ['reserved', 'lent'],
    to: same(),
    zh: '延期',
    en: 'Extend',
    may: 'sharedBorrowing.submit',
    url: `${at}-extend`,
    input: { toTime: time({ zh: '新的归还时间', en: 'New return time', required: true }) },
  },
  cancel: {
    from: ['reserved'],
    to: 'cancelled',
    zh: '取消预约',
    en: 'Cancel reservation',
    may: 'sharedBorrowing.submit',
    url: `${at}-cancel`,
    many: true,
    confirm: true,
    input: {},
  },
})
