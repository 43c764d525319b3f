import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { text } from '../../kit/fields/field.ts'

/**
 * The sums of the amounts of all rows that a list finds, independent of its page: by field, as amounts travel. `search`: filters and keyword of the list, as
 * its request takes them. Needs the right to the list.
 */
export const listSums = call('list.sums', {
  module: 'settings',
  method: 'GET',
  reads: [],
  zh: '列表合计',
  en: 'List totals',
  path: '/eam/list-sums',
  may: 'session',
  answers: one({ sums: out.map(out.text) }),
  timeoutS: 30,
  input: {
    entity: text({ zh: '列表', en: 'List', required: true, max: 60 }),
    search: text({ zh: '列表条件', en: 'List filters', max: 4000 }),
  },
})
