import { device } from '../entities/asset/device/device.ts'
import { during, measure } from '../kit/figures/measure.ts'

/** The amounts of a device in a period: minutes in service and out of use, failures, repairs and their minutes, signed-off repairs and those never sent back. */
export const availabilityAmounts = ['held', 'down', 'failures', 'repairs', 'repaired', 'signedOff', 'fixedAtOnce'] as const

const shown = ['count', 'failures', 'down', 'mttr', 'mtbf', 'firstTimeFix', 'availability']

/** How long devices could be used in a period, how often they failed, and how long their repairs took. */
export const availability = measure('availability', device, {
  zh: '可用率统计',
  en: 'Availability',
  module: 'service',
  path: '/eam/measure/availability',
  page: '/eam/device',
  usually: { eamStatus: 'in_use,repairing,lent,idle' },
  filters: ['eamStatus', 'useDept', 'classify', 'assetsCategory', 'importantClassification', 'riskLevel'],
  period: during,
  amounts: availabilityAmounts,
  groups: {
    useDept: { by: 'useDept' },
    classify: { by: 'classify' },
    assetsCategory: { by: 'assetsCategory' },
    importantClassification: { by: 'importantClassification' },
    riskLevel: { by: 'riskLevel' },
    eamStatus: { by: 'eamStatus' },
  },
  figures: {
    count: {
      kind: 'count',
      zh: '设备数',
      en: 'Devices',
      unit: 'devices',
      formula: {
        zh: '数据范围内在用、维修中、借出和闲置的设备数；按状态筛选时计所选状态。',
        en: 'Devices in your data scope that are in use, in repair, lent or idle, or in the states that you filter by.',
      },
    },
    availability: {
      kind: 'lasting',
      of: 'held',
      less: 'down',
      by: 'held',
      zh: '可用率',
      en: 'Availability',
      unit: 'percent',
      formula: {
        zh: '可用率 =（日历时长 - 不可用时长）÷ 日历时长；日历时长从启用日或期间首日起，到期间末日或今天零点。',
        en: 'Availability = (calendar time − unavailable time) ÷ calendar time, from the first use or the start of the period to its end or midnight today.',
      },
    },
    down: {
      kind: 'lasting',
      of: 'down',
      zh: '不可用时长',
      en: 'Unavailable time',
      unit: 'minutes',
      formula: {
        zh: '期间内设备因停用的报修（从报修到关闭）或停用措施而不能使用的日历时长，重叠的只计一次。',
        en: 'Calendar time in the period in which devices could not be used because of a repair (from report to close) or an out-of-service record; overlaps count once.',
      },
    },
    failures: {
      kind: 'lasting',
      of: 'failures',
      zh: '故障次数',
      en: 'Failures',
      unit: 'orders',
      formula: { zh: '期间内报修的维修工单数，不含已取消。', en: 'Repair orders reported in the period that are not cancelled.' },
    },
    mttr: {
      kind: 'lasting',
      of: 'repaired',
      by: 'repairs',
      zh: '平均修复时间（MTTR）',
      en: 'Mean time to repair',
      unit: 'minutes',
      formula: {
        zh: 'MTTR = 维修时长之和 ÷ 已完工的维修数；维修时长从报修到完工，不含等待。',
        en: 'Mean time to repair = the time from report to finish less the time waited, added up ÷ finished orders.',
      },
    },
    mtbf: {
      kind: 'lasting',
      of: 'held',
      less: 'down',
      by: 'failures',
      zh: '平均故障间隔（MTBF）',
      en: 'Mean time between failures',
      unit: 'minutes',
      formula: {
        zh: 'MTBF =（日历时长 - 不可用时长）÷ 故障次数。',
        en: 'Mean time between failures = (calendar time − unavailable time) ÷ failures.',
      },
    },
    firstTimeFix: {
      kind: 'lasting',
      of: 'fixedAtOnce',
      by: 'signedOff',
      zh: '一次修复率',
      en: 'First-time fix rate',
      unit: 'percent',
      formula: {
        zh: '一次修复率 = 从未返修的已验收维修 ÷ 已验收维修；按报修时间计入期间，补录和导入的旧维修不计入。',
        en: 'First-time fix rate = signed-off repairs that were never returned for rework ÷ signed-off repairs, by the time of the report. Past repairs that were entered or imported do not count.',
      },
    },
  },
  reports: {
    byDept: {
      zh: '科室可用率报表',
      en: 'Availability by department',
      path: '/eam/availability/dept-report',
      group: 'useDept',
      figures: shown,
    },
    byClass: {
      zh: '分类可用率报表',
      en: 'Availability by device class',
      path: '/eam/availability/class-report',
      group: 'classify',
      figures: shown,
    },
  },
})
