import { callResults } from '../entities/service/oncall/call-results.ts'
import { repairOrder } from '../entities/service/repair-order.ts'
import { measure } from '../kit/figures/measure.ts'

/** How calls outside working hours are answered. */
export const onCallAnswers = measure('onCallAnswers', repairOrder, {
  zh: '值班应答统计',
  en: 'On-call answers',
  module: 'service',
  path: '/eam/measure/on-call-answers',
  page: '/eam/repair',
  where: { callResult: Object.keys(callResults).join() },
  filters: ['onCallRota', 'onCallPerson', 'callResult', 'useDept', 'urgency', 'device'],
  period: 'calledAt',
  groups: {
    onCallRota: { by: 'onCallRota' },
    onCallPerson: { by: 'onCallPerson' },
    month: { by: 'calledAt', as: 'month', words: { zh: '呼叫月份', en: 'Month of call' } },
    useDept: { by: 'useDept' },
    callResult: { by: 'callResult' },
  },
  figures: {
    count: {
      kind: 'count',
      zh: '值班呼叫数',
      en: 'On-call calls',
      unit: 'orders',
      formula: {
        zh: '呼叫过值班人员的维修工单数，每张工单计首次呼叫；应答前已取消的报修不计。',
        en: 'Repair orders that people on call were called about, each by its first call; without reports that were cancelled before an answer.',
      },
    },
    inTime: {
      kind: 'count',
      where: { callResult: 'inTime' },
      zh: '时限内应答数',
      en: 'Calls answered in time',
      unit: 'orders',
      formula: {
        zh: '首次呼叫后在值班应答时限（系统参数，默认 15 分钟）内有人负责的工单数，时限按呼叫时的参数。',
        en: 'Orders that someone took charge of within the time to answer (a parameter, 15 minutes by default) after the first call, as it was set at the call.',
      },
    },
    share: {
      kind: 'ratio',
      part: { callResult: 'inTime' },
      zh: '值班应答及时率',
      en: 'Share answered in time',
      unit: 'percent',
      formula: {
        zh: '值班应答及时率 = 时限内应答数 ÷ 值班呼叫数；尚未应答的计入分母。',
        en: 'Share answered in time = calls answered in time ÷ on-call calls; those not answered yet count among the calls.',
      },
    },
    late: {
      kind: 'count',
      where: { callResult: 'late' },
      zh: '超时应答数',
      en: 'Calls answered late',
      unit: 'orders',
      formula: { zh: '超过值班应答时限才有人负责的工单数。', en: 'Orders that someone took charge of after the time to answer.' },
    },
    waiting: {
      kind: 'count',
      where: { callResult: 'waiting' },
      zh: '未应答数',
      en: 'Calls not answered',
      unit: 'orders',
      formula: { zh: '呼叫后尚无人负责的工单数。', en: 'Orders that no one has taken charge of since the call.' },
    },
    length: {
      kind: 'median',
      where: { callAnsweredAt: '_some' },
      from: 'calledAt',
      to: 'callAnsweredAt',
      zh: '应答用时',
      en: 'Time to answer',
      unit: 'minutes',
      formula: {
        zh: '从首次呼叫到有人负责的分钟数的中位数，只看已应答的工单。',
        en: 'The median of the minutes from the first call until someone is in charge, of answered calls.',
      },
    },
  },
})
