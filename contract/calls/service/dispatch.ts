import { urgencies } from '../../entities/service/repair-states.ts'
import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { dispatchColumns, orderReads } from '../../kit/entity/order-kind.ts'
import { choice, date, decimal, flag, integer, link, text } from '../../kit/fields/field.ts'

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

const card = {
  kind: out.text,
  id: out.text,
  version: out.number,
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
} as const

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
    cards: out.list(out.object(card)),
    hasMore: out.boolean,
  }),
})

/** Days of the planning calendar in one answer at most: six weeks. */
export const mostPlanDays = 42
/** Cards of a day, in lanes of a day and lane; the count has all of them. */
export const cardsOfCell = 4
/** Cards of one answer of the calendar at most. */
export const mostPlanCards = 2000
/** Overdue orders that the tray beside the calendar names; its count has all of them. */
export const mostOfTray = 50

const planned = {
  ...card,
  hours: out.number,
  isWorked: out.boolean,
  /** Its planned day stays: it was sent out, or its work has begun. */
  isFixed: out.boolean,
  /** The day since which it is outside. */
  outSince: out.nullable(out.text),
} as const

/**
 * The planned work of some days: every day with its cards, hours and rest, in lanes the load of each person and team against their working hours, and
 * the open orders whose planned day has passed: what waits for a new day, and what is under way.
 */
export const dispatchPlan = call('dispatch.plan', {
  ...reading,
  zh: '排程日历',
  en: 'Planning calendar',
  path: '/eam/dispatch/plan',
  input: {
    ...filters,
    from: date({ zh: '起始日期', en: 'From', required: true }),
    days: integer({ zh: '天数', en: 'Days', required: true, min: 1, max: mostPlanDays }),
    lanes: flag({ zh: '分泳道', en: 'In lanes' }),
    dayHours: decimal({ zh: '每人每日工时', en: 'Hours a day', scale: 1, min: 0.5, max: 24 }),
  },
  answers: one({
    days: out.list(
      out.object({
        day: out.text,
        isRest: out.boolean,
        /** What the working calendar of the hospital calls the day. */
        name: out.nullable(out.text),
        count: out.number,
        hours: out.number,
        /** People and teams who have more hours than they work on that day. */
        over: out.number,
      }),
    ),
    lanes: out.list(
      out.object({
        key: out.text,
        name: out.nullable(out.text),
        loads: out.list(
          out.object({
            day: out.text,
            count: out.number,
            hours: out.number,
            /** The working hours of the person, of a team those of its members; null for whom the hospital does not plan. */
            capacity: out.nullable(out.number),
          }),
        ),
      }),
    ),
    left: out.number,
    cards: out.list(out.object({ ...planned, day: out.text })),
    tray: out.object({ count: out.number, cards: out.list(out.object(planned)) }),
    /** Open orders whose planned day has passed and stays: sent out, or begun. */
    underWay: out.object({ count: out.number, cards: out.list(out.object(planned)) }),
  }),
})

/** All orders of one day of that calendar, in one lane if one is given. */
export const dispatchDay = call('dispatch.day', {
  ...reading,
  zh: '排程日历的一天',
  en: 'Planning calendar day',
  path: '/eam/dispatch/day',
  input: {
    ...filters,
    day: date({ zh: '日期', en: 'Day', required: true }),
    lane: text({ zh: '泳道', en: 'Lane', max: 40 }),
    from: integer({ zh: '起始', en: 'From', min: 0, max: 10_000 }),
  },
  answers: one({ cards: out.list(out.object(planned)), hasMore: out.boolean }),
})
