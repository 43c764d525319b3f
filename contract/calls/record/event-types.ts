import { listOf, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { choice, text } from '../../kit/fields/field.ts'

/** Where a part of the course of an application comes from. */
export const courseSources = {
  apply: { zh: '使用申请', en: 'Application' },
  approval: { zh: '审批', en: 'Approval' },
  use: { zh: '交接', en: 'Hand-over' },
  remark: { zh: '备注', en: 'Remark' },
} as const

/** The course of an application: what happened, the earliest first, then the people it waits for and those who come after them. */
export const courseOfEvent = call('eventProcess.ofEvent', {
  zh: '申请的办理过程',
  en: 'Application timeline',
  module: 'custody',
  method: 'GET',
  path: '/eam/eventprocess/getListByEventId',
  may: 'eventProcess.list',
  reads: ['deviceApply'],
  input: { eventId: text({ zh: '使用申请', en: 'Application', required: true, max: 36 }) },
  answers: listOf({
    id: out.text,
    source: choice({ zh: '来源', en: 'Source', of: courseSources }),
    act: out.text,
    stepName: out.text,
    nodeName: out.nullable(out.text),
    progress: out.word('done', 'current', 'coming'),
    userName: out.nullable(out.text),
    toUserName: out.nullable(out.text),
    content: out.nullable(out.text),
    happenedAt: out.nullable(out.text),
  }),
})
