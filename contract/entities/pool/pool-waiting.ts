import { entity } from '../../kit/entity/entity.ts'
import { machine } from '../../kit/entity/machine.ts'
import { choice, link, text, time } from '../../kit/fields/field.ts'

/** Who waits for a shared device, or for any of a class. The first who waits is told when one is free. */
export const poolWaiting = entity('poolWaiting', {
  zh: '共享候补',
  en: 'Waiting list',
  module: 'pool',
  path: '/eam/share/waiting',
  title: 'waitingTitle',
  table: 'tenant',
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  columns: ['waitingTitle', 'waitingStatus', 'borrowDept', 'person', 'noticedAt', 'remark'],
  scope: { dept: 'borrowDept', persons: ['person'] },
  editable: { waitingStatus: ['waiting'] },
  removable: { waitingStatus: ['left', 'served'] },
  fields: {
    waitingTitle: text({
      zh: '候补内容',
      en: 'Waiting for',
      required: true,
      readOnly: true,
      list: true,
      search: true,
      max: 260,
    }),
    waitingStatus: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'waiting',
      of: {
        waiting: { zh: '候补中', en: 'Waiting', tone: 'busy' },
        noticed: { zh: '已通知', en: 'Notified', tone: 'warn' },
        served: { zh: '已借到', en: 'Served', tone: 'good' },
        left: { zh: '已退出', en: 'Left', tone: 'plain' },
      },
    }),
    device: link({
      zh: '指定设备',
      en: 'Specific device',
      to: 'device',
      anywhere: true,
      options: '/eam/share/device/to-borrow',
    }),
    deviceClass: link({ zh: '任一此类设备', en: 'Any device of this class', to: 'deviceClass' }),
    borrowDept: link({ zh: '借用科室', en: 'Borrowed by', to: 'dept', required: true, list: true }),
    person: link({ zh: '候补人', en: 'Requested by', to: 'user', readOnly: true, list: true }),
    noticedAt: time({ zh: '通知时间', en: 'Notified at', readOnly: true, list: true }),
    remark: text({ zh: '备注', en: 'Remark', list: true, multiline: true, max: 500 }),
  },
})

/** From asking to being served. */
export const waitingFlow = machine(poolWaiting, 'waitingStatus', {
  tell: {
    from: ['waiting'],
    to: 'noticed',
    zh: '通知有空闲',
    en: 'Notify of availability',
    inner: true,
    sets: { noticedAt: 'now' },
    input: {},
  },
  serve: { from: ['waiting', 'noticed'], to: 'served', zh: '已借到', en: 'Served', inner: true, input: {} },
  leave: {
    from: ['waiting', 'noticed'],
    to: 'left',
    zh: '退出候补',
    en: 'Leave waiting list',
    may: 'poolWaiting.submit',
    many: true,
    confirm: true,
    input: {},
  },
})
