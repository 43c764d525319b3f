import { urgencies } from '../../entities/service/repair-states.ts'
import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { dispatchColumns, orderReads } from '../../kit/entity/order-kind.ts'
import { choice, flag, integer, link, text } from '../../kit/fields/field.ts'

/** Lanes of one answer at most, those with the most open orders. */
export const mostDispatchLanes = 60
/** Cards of one answer. */
export const cardsAtOnce = 20

const filters = {
  kinds: text({ zh: '工单类别', en: 'Order kinds', max: 300 }),
  dept: link({ zh: '使用科室', en: 'Department', to: 'dept' }),
  urgency: choice({ zh: '紧急程度', en: 'Urgency', of: urgencies }),
  mine: flag({ zh: '只看我的', en: 'Only mine' }),
} as const

const reading = { module: 'service', method: 'GET', may: 'session', reads: orderReads, timeoutS: 30 } as const

/**
 * How many orders of all kinds that the person may list stand in each column, by who works on them: `p:<person>`, `t:<team>`, `s:<provider>` or `_none`.
 * With `lanes`, people and teams without orders are among them for who may assign.
 */
export const dispatchBoard = call('dispatch.board', {
  ...reading,
  zh: '派工看板计数',
  en: 'Dispatch board counts',
  path: '/eam/dispatch/board',
  input: { ...filters, lanes: flag({ zh: '分泳道', en: 'In lanes' }) },
  answers: one({
    columns: out.map(out.number),
    lanes: out.list(
      out.object({
        key: out.text,
        name: out.nullable(out.text),
        counts: out.map(out.number),
        open: out.number,
        overdue: out.number,
        /** Expected hours of what is planned until the end of this week. */
        hours: out.number,
      }),
    ),
    left: out.number,
  }),
})

/** The cards of one column, in one lane if one is given: overdue and urgent ones first. */
export const dispatchCards = call('dispatch.cards', {
  ...reading,
  zh: '派工看板卡片',
  en: 'Dispatch board cards',
  path: '/eam/dispatch/cards',
  input: {
    ...filters,
    column: choice({ zh: '列', en: 'Column', required: true, of: dispatchColumns }),
    lane: text({ zh: '泳道', en: 'Lane', max: 40 }),
    from: integer({ zh: '起始', en: 'From', min: 0, max: 10_000 }),
  },
  answers: one({
    cards: out.list(
      out.object({
        kind: out.text,
        id: out.text,
        number: out.nullable(out.text),
        deviceName: out.nullable(out.text),
        deviceCode: out.nullable(out.text),
        deptName: out.nullable(out.text),
        what: out.nullable(out.text),
        urgency: out.nullable(out.text),
        state: out.nullable(out.text),
        due: out.nullable(out.text),
        planned: out.nullable(out.text),
        isOverdue: out.boolean,
        lane: out.text,
        laneName: out.nullable(out.text),
      }),
    ),
    hasMore: out.boolean,
  }),
})
