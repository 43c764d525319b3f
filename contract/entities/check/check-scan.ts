import { entity } from '../../kit/entity/entity.ts'
import { choice, flag, ids, integer, link, text, time } from '../../kit/fields/field.ts'
import { checkResults, seenFields } from './check-results.ts'

/** One observation of a check; all are kept, the earliest by corrected time decides its line. */
export const checkScan = entity('checkScan', {
  zh: '盘点记录',
  en: 'Count record',
  many: 'Count records',
  module: 'check',
  path: ['/eam/check-scan', '/eam/eventtypecheck'],
  title: 'code',
  emptyAdvice: {
    zh: '手机扫码盘点后，每次扫码显示在这里',
    en: 'Scans from phones during a check appear here',
  },
  table: 'tenant',
  append: true,
  scope: { through: 'check' },
  verbs: ['list', 'detail', 'export'],
  sort: { by: 'createTime', descending: true },
  fields: {
    check: link({ zh: '盘点任务', en: 'Check', to: 'checkTask', required: true }),
    line: link({ zh: '盘点明细', en: 'Check line', to: 'checkLine' }),
    device: link({ zh: '设备', en: 'Device', to: 'device', list: true }),
    code: text({ zh: '扫到的编码', en: 'Scanned code', list: true, search: true, code: true, max: 200 }),
    location: link({ zh: '所在位置', en: 'Location', to: 'location', past: true, list: true }),
    way: choice({
      zh: '方式',
      en: 'Method',
      required: true,
      list: true,
      initial: 'camera',
      of: {
        camera: { zh: '扫码', en: 'Camera' },
        reader: { zh: '扫描枪/RFID', en: 'Reader' },
        nfc: { zh: 'NFC', en: 'NFC' },
        typed: { zh: '手工输入', en: 'Typed' },
        list: { zh: '清单勾选', en: 'From the list' },
      },
    }),
    result: choice({ zh: '结果', en: 'Result', required: true, list: true, of: checkResults }),
    isDeciding: flag({ zh: '为准', en: 'Effective', list: true }),
    isLate: flag({ zh: '逾期', en: 'Late', list: true }),
    isWithdrawn: flag({ zh: '已撤回', en: 'Withdrawn', list: true }),
    round: integer({ zh: '轮次', en: 'Round', min: 1 }),
    user: link({ zh: '盘点人', en: 'Counted by', to: 'user', list: true }),
    occurredAt: time({ zh: '设备时间', en: 'Phone time' }),
    correctedAt: time({ zh: '盘点时间', en: 'Counted', list: true }),
    wrongField: choice({ zh: '不符的信息', en: 'Differences', of: seenFields }),
    seenValue: text({ zh: '实际的值', en: 'Actual value', max: 200 }),
    reason: text({ zh: '差异原因', en: 'Reason for difference', max: 200 }),
    photos: ids({ zh: '照片', en: 'Photos', to: 'file', max: 9 }),
    note: text({ zh: '备注', en: 'Remark', max: 200 }),
  },
})
