import { one, out, pageOf } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { paging } from '../../kit/entity/paging.ts'
import { link } from '../../kit/fields/field.ts'

const device = link({ zh: '设备', en: 'Device', to: 'device', required: true })
const tips = {
  module: 'insight',
  method: 'GET',
  may: 'device.list',
  reads: ['device', 'deviceStop', 'repairOrder', 'maintainOrder', 'maintainCard', 'measureCard', 'deviceUse'],
} as const

/**
 * What a person should know of a device now, in sentences, most urgent first: why it is stopped, open orders, what is due or overdue, warranty
 * and loan. `page` lists the rows behind it.
 */
export const deviceTips = call('device.tips', {
  ...tips,
  zh: '设备提示',
  en: 'Device tips',
  path: '/eam/device/detail-tips',
  input: {
    ...paging,
    device,
  },
  answers: pageOf({
    kind: out.word('stop', 'repair', 'maintenance', 'metrology', 'loan', 'warranty'),
    sentence: out.text,
    tone: out.word('busy', 'warn', 'bad'),
    page: out.text,
  }),
})

/** How many these are. */
export const deviceTipsCount = call('device.tipsCount', {
  ...tips,
  zh: '设备提示数',
  en: 'Device tip count',
  path: '/eam/device/detail-tips-count',
  input: { device },
  answers: one({ count: out.number }),
})
