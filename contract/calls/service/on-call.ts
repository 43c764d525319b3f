import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { date, link } from '../../kit/fields/field.ts'

const reads = ['onCallRota', 'onCallShift', 'workDay', 'user', 'flowLeave', 'flowAbsence', 'param'] as const

const person = out.nullable(out.object({ name: out.text, phone: out.nullable(out.text), isAway: out.boolean }))

/** Who is on call at this moment, by rota; for one department, the rota that serves it. */
export const onCallNow = call('onCall.now', {
  zh: '当前值班',
  en: 'On call now',
  module: 'service',
  method: 'GET',
  path: '/eam/on-call/now',
  may: 'repairOrder.list',
  reads,
  // Also people who may not list rotas see the new person at once.
  tells: true,
  input: { dept: link({ zh: '使用科室', en: 'Department', to: 'dept', anywhere: true }) },
  answers: one({
    isWorkTime: out.boolean,
    /** Seconds until time alone changes the answer: a shift, working hours or the day of a leave begins or ends. */
    changesIn: out.number,
    rotas: out.list(
      out.object({
        id: out.text,
        name: out.text,
        /** Until when; null: no one is on call. */
        until: out.nullable(out.text),
        person,
        backup: person,
        leader: person,
      }),
    ),
  }),
})

/** A week of a rota: shifts of the week and dated ones together, working hours and gaps. */
export const onCallWeek = call('onCall.week', {
  zh: '值班周视图',
  en: 'On-call week',
  module: 'service',
  method: 'GET',
  path: '/eam/on-call/week',
  may: 'onCallShift.list',
  reads,
  input: {
    rota: link({ zh: '值班表', en: 'On-call rota', to: 'onCallRota', required: true }),
    from: date({ zh: '起始日期', en: 'From', required: true }),
  },
  answers: one({
    days: out.list(out.object({ day: out.text, isRest: out.boolean, name: out.nullable(out.text) })),
    parts: out.list(
      out.object({
        from: out.text,
        to: out.text,
        kind: out.text,
        shiftId: out.nullable(out.text),
        personName: out.nullable(out.text),
        backupName: out.nullable(out.text),
      }),
    ),
    gapMinutes: out.number,
  }),
})
