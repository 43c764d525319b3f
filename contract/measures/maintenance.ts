import { maintainOrder } from '../entities/maintenance/maintain-order.ts'
import { doneMaintainStates, maintainStates } from '../entities/maintenance/maintain-states.ts'
import { measure } from '../kit/figures/measure.ts'

const done = doneMaintainStates.join()
const counted = Object.keys(maintainStates)
  .filter((state) => state !== ('cancelled' satisfies keyof typeof maintainStates))
  .join()
const base = '/sps/hospital/work-order-maintain'

/** How much maintenance is due, how much of it is done in time, how long it takes and what it costs. */
export const maintenance = measure('maintenance', maintainOrder, {
  zh: '保养统计',
  en: 'Maintenance',
  module: 'maintenance',
  path: '/eam/measure/maintenance',
  page: '/eam/maintain-order',
  where: { orderState: counted },
  filters: ['orderState', 'useDept', 'assignee', 'team', 'plan', 'device', 'result'],
  period: 'dueDate',
  groups: {
    month: { by: 'dueDate', as: 'month', words: { zh: '应保养月份', en: 'Due month' } },
    orderState: { by: 'orderState' },
    useDept: { by: 'useDept' },
    assignee: { by: 'assignee' },
    team: { by: 'team' },
    plan: { by: 'plan' },
    device: { by: 'device' },
    result: { by: 'result' },
    year: { by: 'dueDate', as: 'year', words: { zh: '应保养年份', en: 'Due year' } },
    day: { by: 'dueDate', as: 'day', words: { zh: '应保养日', en: 'Due day' } },
  },
  figures: {
    count: {
      kind: 'count',
      zh: '保养工单数',
      en: 'Maintenance orders',
      unit: 'orders',
      formula: { zh: '数据范围内的保养工单数，不含已取消。', en: 'Maintenance orders in your data scope that are not cancelled.' },
    },
    done: {
      kind: 'count',
      where: { orderState: done },
      zh: '已完成保养',
      en: 'Maintenance done',
      unit: 'orders',
      formula: { zh: '其中已完工或已验收的工单数。', en: 'Orders of these that are finished or signed off.' },
    },
    completion: {
      kind: 'ratio',
      part: { isInTime: '1' },
      zh: '计划完成率',
      en: 'Plan completion',
      unit: 'percent',
      formula: {
        zh: '计划完成率 = 在应保养日期当天或之前登记完工的工单 ÷ 全部未取消的工单；逾期登记（含补录）、跳过和未完成的都算未按期。',
        en: 'Plan completion = orders recorded as done on or before their due date ÷ all orders that are not cancelled. Those recorded later, skipped and open ones are not in time.',
      },
    },
    missed: {
      kind: 'sum',
      of: 'missedCount',
      zh: '漏做次数',
      en: 'Missed',
      unit: 'lines',
      formula: { zh: '工单未完成期间又到期的保养次数之和。', en: 'Further due dates that passed while an order was open, added up.' },
    },
    length: {
      kind: 'median',
      where: { startedAt: '_some', finishedAt: '_some' },
      from: 'startedAt',
      to: 'finishedAt',
      zh: '保养时长',
      en: 'Maintenance time',
      unit: 'minutes',
      formula: { zh: '从开始保养到完工的分钟数的中位数。', en: 'The median of the minutes from start to finish.' },
    },
    cost: {
      kind: 'sum',
      of: 'totalCost',
      zh: '保养费用',
      en: 'Cost',
      unit: 'money',
      formula: { zh: '这些工单的总费用之和，未填按 0 计。', en: 'The sum of their total costs; an order without one counts as 0.' },
    },
    parts: {
      kind: 'sum',
      of: 'partsCost',
      zh: '保养配件费',
      en: 'Maintenance parts cost',
      unit: 'money',
      formula: { zh: '这些工单的配件费之和，未填按 0 计。', en: 'The sum of their parts costs; an order without one counts as 0.' },
    },
    labour: {
      kind: 'sum',
      of: 'labourCost',
      zh: '保养人工费',
      en: 'Maintenance labour cost',
      unit: 'money',
      formula: { zh: '这些工单的人工费之和，未填按 0 计。', en: 'The sum of their labour costs; an order without one counts as 0.' },
    },
    provider: {
      kind: 'sum',
      of: 'cost',
      zh: '保养外包及其他费用',
      en: 'Maintenance provider and other costs',
      unit: 'money',
      formula: {
        zh: '这些工单的外包及其他费用之和，未填按 0 计。',
        en: 'The sum of their provider and other costs; an order without one counts as 0.',
      },
    },
  },
  reports: {
    all: { zh: '保养月报', en: 'Maintenance by month', path: [`${base}/all-report`, `${base}/maintain-report-all`], group: 'month' },
    byDept: {
      zh: '科室保养报表',
      en: 'Maintenance by department',
      path: [`${base}/dept-report`, `${base}/maintain-report-dept-order`],
      group: 'useDept',
    },
    byDevice: {
      zh: '设备保养报表',
      en: 'Maintenance by device',
      path: `${base}/maintain-report-dept-device`,
      group: 'device',
      figures: ['count', 'done', 'missed'],
    },
    work: { zh: '工程师保养报表', en: 'Maintenance by engineer', path: `${base}/maintain-report-work`, group: 'assignee' },
    lengths: {
      zh: '保养时长报表',
      en: 'Maintenance time by department',
      path: `${base}/maintain-length`,
      group: 'useDept',
      figures: ['count', 'length'],
    },
    frequency: {
      zh: '保养次数报表',
      en: 'Maintenance frequency by plan',
      path: `${base}/maintain-frequency`,
      group: 'plan',
      figures: ['count', 'done', 'completion'],
    },
    dates: {
      zh: '保养日程',
      en: 'Maintenance by day',
      path: '/data-view/maintenance-dates',
      group: 'day',
      figures: ['count', 'done'],
    },
  },
})
