import { entity } from '../../kit/entity.ts'
import { choice, flag, link, text, time } from '../../kit/field.ts'
import { checkResults } from './check-results.ts'

/** One observation of a check; all are kept, the earliest by corrected time decides its line. */
export const checkScan = entity('checkScan', {
  zh: '盘点记录',
  en: 'Check observation',
  area: 'check',
  path: '/eam/check-scan',
  title: 'code',
  table: 'tenant',
  append: true,
  scope: { through: 'check' },
  verbs: ['list', 'detail'],
  sort: { by: 'createTime', descending: true },
  fields: {
    check: link({ zh: '盘点任务', en: 'Check', to: 'checkTask', required: true }),
    line: link({ zh: '盘点明细', en: 'Check line', to: 'checkLine' }),
    device: link({ zh: '设备', en: 'Device', to: 'device', list: true }),
    code: text({ zh: '扫到的编码', en: 'Scanned code', list: true, search: true, max: 200 }),
    location: link({ zh: '所在位置', en: 'Where', to: 'location', list: true }),
    result: choice({ zh: '结果', en: 'Result', required: true, list: true, of: checkResults }),
    isDeciding: flag({ zh: '为准', en: 'Decides', list: true }),
    isLate: flag({ zh: '迟到', en: 'Late', list: true }),
    user: link({ zh: '盘点人', en: 'Counted by', to: 'user', list: true }),
    occurredAt: time({ zh: '设备时间', en: 'Time on the phone' }),
    correctedAt: time({ zh: '盘点时间', en: 'Counted', list: true }),
    note: text({ zh: '备注', en: 'Note', max: 200 }),
  },
})
