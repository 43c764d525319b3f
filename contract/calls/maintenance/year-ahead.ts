import { maintainCard } from '../../entities/maintenance/maintain-card.ts'
import { listOf, one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { date, decimal, link } from '../../kit/fields/field.ts'

/** Weeks that the preview looks ahead, this one included. */
export const weeksAhead = 52
/** Devices that one week names at most; the counts have all. */
export const mostOfWeek = 1000
/** Hours of maintenance on a working day that an engineer has, unless the person says another number. */
export const usualDayHours = 6

const filters = {
  dept: link({ zh: '使用科室', en: 'Department', to: 'dept' }),
  assignee: link({ zh: '执行人', en: 'Assignee', to: 'user' }),
} as const
const reading = {
  module: 'maintenance',
  method: 'GET',
  may: 'maintainCard.list',
  reads: [
    'maintainCard',
    'maintainOrder',
    'devicePlan',
    'deviceMeter',
    'device',
    'dept',
    'user',
    'workDay',
    'serviceTeam',
    'measureCard',
    'measureRecord',
  ],
} as const

/** The maintenance of the next 52 weeks as far as the person sees its devices, by week and engineer. Nothing is ordered by it. */
export const yearAhead = call('maintainCard.yearAhead', {
  ...reading,
  zh: '年度保养预览',
  en: 'Year ahead',
  path: `${maintainCard.path}/year-ahead`,
  answers: listOf({
    week: out.text,
    until: out.text,
    count: out.number,
    hours: out.number,
    /** Verifications and calibrations that are due; they have no person and no hours. */
    metrology: out.number,
    people: out.list(
      out.object({
        id: out.nullable(out.text),
        name: out.nullable(out.text),
        /** It is a team, with the hours of its members. */
        isTeam: out.boolean,
        count: out.number,
        hours: out.number,
        /** Hours that the working days of the week have for the person, or for all members of the team. */
        capacity: out.number,
      }),
    ),
  }),
  input: { ...filters, dayHours: decimal({ zh: '每人每日工时', en: 'Hours a day', scale: 1, min: 0.5, max: 24 }) },
})

/** The devices of one week of that preview, by day. */
export const weekAhead = call('maintainCard.weekAhead', {
  ...reading,
  zh: '一周保养预览',
  en: 'Week ahead',
  path: `${maintainCard.path}/week-ahead`,
  answers: one({
    count: out.number,
    rows: out.list(
      out.object({
        id: out.text,
        day: out.text,
        deviceId: out.text,
        deviceName: out.text,
        deviceCode: out.nullable(out.text),
        deptName: out.nullable(out.text),
        /** Of metrology the kind of certificate. */
        planName: out.text,
        isMetrology: out.boolean,
        assigneeName: out.nullable(out.text),
        hours: out.number,
        /** By a counter: the day is a forecast. */
        isExpected: out.boolean,
      }),
    ),
  }),
  input: { ...filters, week: date({ zh: '周', en: 'Week', required: true }) },
})
