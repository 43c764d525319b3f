import { one, out, pageOf } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { integer, text } from '../../kit/fields/field.ts'

/** The declared reports whose rows the person may list. */
export const reportList = call('report.list', {
  zh: '报表列表',
  en: 'Reports',
  module: 'settings',
  method: 'GET',
  path: '/blade-report/report/rest/list',
  may: 'session',
  reads: [],
  answers: pageOf({ id: out.text, name: out.text, path: out.text, page: out.text, exportPath: out.text }),
  input: {
    current: integer({ zh: '页码', en: 'Page' }),
    size: integer({ zh: '每页', en: 'Page size' }),
    name: text({ zh: '名称', en: 'Name', max: 60 }),
  },
})
/** Reports are part of the program; removing one is refused with that sentence. */
export const reportRemove = call('report.remove', {
  zh: '删除报表',
  en: 'Delete a report',
  module: 'settings',
  method: 'POST',
  path: '/blade-report/report/rest/remove',
  may: 'session',
  writes: true,
  changes: [],
  answers: one({ removed: out.number }),
  input: { ids: text({ zh: '报表', en: 'Reports', required: true, max: 2000 }) },
})
