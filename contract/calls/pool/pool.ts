import { borrowingStates } from '../../entities/pool/borrowing-states.ts'
import { poolDevice } from '../../entities/pool/pool-device.ts'
import { listOf, one, out } from '../../kit/entity/answer.ts'
import { type CallFacts, call } from '../../kit/entity/call.ts'
import { date, ids, integer, link, text, time } from '../../kit/fields/field.ts'

const at = '/eam/share/device'
const reading = {
  module: 'pool',
  method: 'GET',
  may: 'poolDevice.list',
  reads: ['poolDevice', 'sharedBorrowing', 'device'],
} as const satisfies Partial<CallFacts>
const writing = { module: 'pool', method: 'POST', writes: true } as const satisfies Partial<CallFacts>
const chosen = ids({ zh: '设备卡', en: 'Device cards', to: 'device', required: true, max: 500 })
const keyword = text({ zh: '设备', en: 'Device', max: 100 })
const changed = one({ changed: out.number })

/** Puts devices into the shared pool, or gives those that are there another price; all or none. */
export const shareDevices = call('poolDevice.share', {
  ...writing,
  zh: '加入共享',
  en: 'Share',
  path: `${at}/tag-submit`,
  may: 'poolDevice.submit',
  changes: ['poolDevice', 'device'],
  answers: changed,
  input: {
    ids: chosen,
    priceKind: poolDevice.fields.priceKind,
    unitPrice: poolDevice.fields.unitPrice,
    remark: poolDevice.fields.remark,
  },
})

/** Takes devices out of the shared pool; refused while one is reserved or lent. */
export const unshareDevices = call('poolDevice.unshare', {
  ...writing,
  zh: '取消共享',
  en: 'Stop sharing',
  path: `${at}/share-remove`,
  may: 'poolDevice.remove',
  changes: ['poolDevice', 'device'],
  answers: changed,
  input: { ids: chosen },
})

/** Marks devices. */
export const markDevices = call('device.mark', {
  ...writing,
  zh: '标记设备',
  en: 'Mark devices',
  path: '/eam/marker/device/tag-submit',
  may: 'device.mark',
  changes: ['device'],
  answers: changed,
  input: { ids: chosen, note: text({ zh: '标记说明', en: 'Mark note', max: 200 }) },
})

/** Takes the mark off devices. */
export const unmarkDevices = call('device.unmark', {
  ...writing,
  zh: '取消标记',
  en: 'Remove mark',
  path: '/eam/marker/device/marker-remove',
  may: 'device.mark',
  changes: ['device'],
  answers: changed,
  input: { ids: chosen },
})

/** The devices of the pool that a borrowing may name, of every department. */
export const devicesToBorrow = call('poolDevice.toBorrow', {
  ...reading,
  zh: '选择共享设备',
  en: 'Shared device picker',
  path: `${at}/to-borrow`,
  answers: listOf({ id: out.text, name: out.text }),
  input: {
    keyword,
    ids: ids({ zh: '编号', en: 'IDs', max: 200 }),
    num: integer({ zh: '最多条数', en: 'Maximum results', min: 1, max: 50 }),
  },
})

/** What is free of each kind of device and in which departments, from now or in a given time. */
export const availability = call('poolDevice.availability', {
  ...reading,
  zh: '共享设备空闲情况',
  en: 'Free shared devices',
  path: `${at}/availability`,
  answers: listOf({
    name: out.text,
    total: out.number,
    free: out.number,
    sentence: out.text,
    depts: out.list({ deptId: out.nullable(out.text), deptName: out.text, free: out.number }),
  }),
  input: { keyword, fromTime: time({ zh: '从', en: 'From' }), toTime: time({ zh: '到', en: 'To' }) },
})

/** When shared devices are taken, for some days of one or all of them. */
export const poolCalendar = call('poolDevice.calendar', {
  ...reading,
  zh: '共享日历',
  en: 'Pool calendar',
  path: `${at}/calendar`,
  answers: listOf({
    deviceId: out.text,
    deviceName: out.text,
    deviceCode: out.nullable(out.text),
    deptName: out.nullable(out.text),
    spans: out.list({
      // The record, for those who may open it.
      id: out.nullable(out.text),
      fromTime: out.text,
      toTime: out.text,
      status: out.key(borrowingStates),
      deptName: out.nullable(out.text),
      isOverdue: out.boolean,
    }),
  }),
  input: {
    beginDate: date({ zh: '开始日期', en: 'From', required: true }),
    days: integer({ zh: '天数', en: 'Days', required: true, min: 1, max: 31 }),
    device: link({ zh: '设备', en: 'Device', to: 'device' }),
    keyword,
  },
})

export const poolCalls = [shareDevices, unshareDevices, markDevices, unmarkDevices, devicesToBorrow, availability, poolCalendar] as const
