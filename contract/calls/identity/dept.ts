import { dept } from '../../entities/identity/dept.ts'
import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { choice, link } from '../../kit/fields/field.ts'

const kinds = {
  merge: { zh: '并入其他科室', en: 'Merge into another department' },
  move: { zh: '移到其他科室之下', en: 'Move below another department' },
  close: { zh: '停办', en: 'Close' },
} as const

const input = {
  dept: link({ zh: dept.zh, en: dept.en, to: 'dept', required: true }),
  kind: choice({ zh: '调整方式', en: 'Change', required: true, of: kinds }),
  to: link({ zh: '目标科室', en: 'Target department', to: 'dept' }),
}

/** What hangs on a department and what the act would do to it; `obstacle`: why it cannot be done. Changes nothing. */
export const deptPlan = call('dept.plan', {
  zh: '科室调整预览',
  en: 'Reorganisation preview',
  module: 'identity',
  method: 'GET',
  path: '/blade-system/dept/reorganize-plan',
  may: 'dept.reorganize',
  answers: one({
    deptName: out.text,
    toName: out.nullable(out.text),
    below: out.number,
    parts: out.list({ entity: out.text, name: out.text, field: out.text, count: out.number }),
    obstacle: out.nullable(out.text),
  }),
  input,
})
/** Merges, moves or closes a department, all in one transaction. A merged or closed one stays as a sealed row, for the history names it. */
export const deptReorganize = call('dept.reorganize', {
  zh: '调整科室',
  en: 'Reorganise a department',
  module: 'identity',
  method: 'POST',
  path: '/blade-system/dept/reorganize',
  may: 'dept.reorganize',
  writes: true,
  answers: one({ id: out.text, moved: out.number }),
  input,
})
