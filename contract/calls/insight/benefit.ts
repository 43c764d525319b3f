import type { device } from '../../entities/asset/device/device.ts'
import { file, one, out, pageOf } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { paging } from '../../kit/entity/paging.ts'
import { choice, flag, integer, link } from '../../kit/fields/field.ts'

const { list, nullable, number, object, text } = out
const facts = {
  module: 'insight',
  method: 'GET',
  reads: [
    ...['device', 'deviceIncome', 'depreciationLine', 'deviceSecDay', 'repairOrder', 'maintainOrder', 'measureRecord'],
    ...['replacementRule', 'depreciationRule'],
  ],
} as const
const asked = {
  year: integer({ zh: '年度', en: 'Year', as: 'year', min: 2000, max: 2100 }),
  entered: flag({ zh: '已录收入', en: 'Income entered' }),
} as const
const amounts = {
  income: nullable(text),
  uses: number,
  depreciation: text,
  kwh: number,
  energy: nullable(text),
  repairs: text,
  maintenance: text,
  metrology: text,
  consumables: text,
  staff: text,
} as const
const judged = { ...amounts, net: nullable(text), rate: nullable(number) } as const

/** Filed devices with what they earned and cost in a year, the highest net first; filters are those of the list of devices. */
export const benefitList = call('benefit.page', {
  ...facts,
  zh: '单机效益',
  en: 'Device benefit',
  path: '/eam/benefit/page',
  may: 'deviceIncome.list',
  input: { ...paging, ...asked },
  answers: pageOf(out.with(out.listed<typeof device>('device'), judged)),
})

/** The same as a sheet. */
export const benefitExport = call('benefit.file', {
  ...facts,
  zh: '导出单机效益',
  en: 'Export device benefit',
  path: '/eam/benefit/export',
  may: 'deviceIncome.export',
  input: {
    ...asked,
    format: choice({ zh: '格式', en: 'Format', of: { xlsx: { zh: 'XLSX', en: 'XLSX' }, csv: { zh: 'CSV', en: 'CSV' } } }),
  },
  answers: file,
})

/** Sums of a year by department or class of the devices with an income, the total first, and how many devices have none. */
export const benefitSums = call('benefit.sums', {
  ...facts,
  zh: '效益汇总',
  en: 'Benefit totals',
  path: '/eam/benefit/sums',
  may: 'deviceIncome.list',
  input: {
    year: asked.year,
    group: choice({
      zh: '分组',
      en: 'Group',
      of: { useDept: { zh: '使用科室', en: 'Department' }, classify: { zh: '医疗器械分类', en: 'Device class' } },
    }),
  },
  answers: one({
    energyPrice: nullable(number),
    ruleSet: nullable(text),
    total: object({ ...judged, devices: number, without: number }),
    rows: list(object({ id: nullable(text), name: nullable(text), ...judged, devices: number, without: number })),
  }),
})

/** What a device earned and cost in each month of its life that has a figure. */
export const deviceBenefit = call('benefit.device', {
  ...facts,
  zh: '设备月度效益',
  en: 'Monthly device benefit',
  path: '/eam/benefit/device',
  may: 'deviceIncome.list',
  input: { device: link({ zh: '设备', en: 'Device', to: 'device', required: true }) },
  answers: one({
    deviceName: text,
    deviceCode: nullable(text),
    originalValue: nullable(text),
    energyPrice: nullable(number),
    ruleSet: nullable(text),
    months: list(object({ month: text, ...amounts, tariffCost: nullable(text), bareKwh: number, energyDays: number, bareDays: number })),
  }),
})
