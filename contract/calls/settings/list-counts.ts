import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { text } from '../../kit/fields/field.ts'

/** Most lanes of one answer: those with the most rows. */
export const mostLanes = 60

/**
 * How many rows of a list are in each state, over all rows that the person sees and the search finds. `lane`: a link or a date of the rows; then each row
 * that it names, or each day, has counts of its own, and `left` is the number of lanes that are left out. Without a state the rows of a lane are counted as `all`. Needs the right to the list.
 */
export const listCounts = call('list.counts', {
  module: 'settings',
  method: 'GET',
  reads: [],
  zh: '列表按状态计数',
  en: 'List counts by status',
  path: '/eam/list-counts',
  may: 'session',
  answers: one({
    lanes: out.list(out.object({ key: out.nullable(out.text), name: out.nullable(out.text), counts: out.map(out.number) })),
    left: out.number,
  }),
  timeoutS: 30,
  input: {
    entity: text({ zh: '列表', en: 'List', required: true, max: 60 }),
    state: text({ zh: '状态字段', en: 'Status field', max: 60 }),
    lane: text({ zh: '泳道字段', en: 'Lane field', max: 60 }),
    search: text({ zh: '列表条件', en: 'List filters', max: 4000 }),
  },
})
