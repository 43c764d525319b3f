import { repairOrder } from '../entities/service/repair-order.ts'
import { openRepairStates } from '../entities/service/repair-states.ts'
import { measure } from '../kit/figures/measure.ts'

/** How providers keep to the response hours of their contracts, and what covered repairs cost all the same. */
export const contractResponse = measure('contractResponse', repairOrder, {
  zh: '合同响应统计',
  en: 'Contract response',
  module: 'service',
  path: '/eam/measure/contract-response',
  page: '/eam/repair',
  where: { repairStatus: [...openRepairStates, 'done', 'scrapped'].join(), coverState: 'contract' },
  filters: ['coverProvider', 'contract', 'useDept', 'responseResult', 'device'],
  period: 'reportedAt',
  groups: {
    coverProvider: { by: 'coverProvider' },
    contract: { by: 'contract' },
    month: { by: 'reportedAt', as: 'month', words: { zh: '报修月份', en: 'Report month' } },
    useDept: { by: 'useDept' },
    responseResult: { by: 'responseResult' },
  },
  figures: {
    count: {
      kind: 'count',
      zh: '合同内维修数',
      en: 'Repairs under contract',
      unit: 'orders',
      formula: {
        zh: '报修时设备在维保合同内的维修工单数，不含已取消。',
        en: 'Repair orders of devices under contract that are not cancelled.',
      },
    },
    inTime: {
      kind: 'ratio',
      where: { responseResult: 'inTime,late' },
      part: { responseResult: 'inTime' },
      zh: '合同响应及时率',
      en: 'Contract responses in time',
      unit: 'percent',
      formula: {
        zh: '合同响应及时率 = 按时响应的工单 ÷ 有响应时限且已响应的工单；未登记响应的按完工时间。',
        en: 'Contract responses in time = orders answered in time ÷ answered orders with a response time; without a recorded response the finish counts.',
      },
    },
    late: {
      kind: 'count',
      where: { responseResult: 'late' },
      zh: '超时响应数',
      en: 'Late responses',
      unit: 'orders',
      formula: { zh: '服务商超过合同响应时限才响应的工单数。', en: 'Orders that the provider answered after the hours of its contract.' },
    },
    waiting: {
      kind: 'count',
      where: { responseResult: 'waiting' },
      zh: '待服务商响应数',
      en: 'Without a response',
      unit: 'orders',
      formula: { zh: '有响应时限、尚未响应也未完工的工单数。', en: 'Orders with a response time that are neither answered nor finished.' },
    },
    charged: {
      kind: 'sum',
      of: 'totalCost',
      zh: '合同内维修费用',
      en: 'Cost under contract',
      unit: 'money',
      formula: { zh: '这些工单的总费用之和，未填按 0 计。', en: 'The sum of their total costs; an order without one counts as 0.' },
    },
  },
})
