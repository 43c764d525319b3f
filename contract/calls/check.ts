import { seenFields } from '../entities/check/check-results.ts'
import { checkScan } from '../entities/check/check-scan.ts'
import { call } from '../kit/call.ts'
import { choice, ids, link, text } from '../kit/field.ts'

const check = link({ zh: '盘点任务', en: 'Check', to: 'checkTask', required: true })
const reason = text({ zh: '差异原因', en: 'Reason of the difference', max: 200 })
const location = link({ zh: '所在位置', en: 'Where', to: 'location' })

/** One observation: always accepted, never a conflict; a phone queues it. A code or a line says what was seen. */
export const scan = call('check.scan', {
  zh: '盘点扫描',
  en: 'Record an observation',
  area: 'check',
  method: 'POST',
  path: ['/eam/check/scan', '/eam/eventtypecheck/save', '/eam/eventtypecheck/submit'],
  may: 'checkLine.scan',
  writes: true,
  answers: 'one',
  input: {
    check,
    code: text({ zh: '扫到的编码', en: 'Scanned code', max: 200 }),
    line: link({ zh: '盘点明细', en: 'Check line', to: 'checkLine' }),
    location,
    way: choice({ zh: '方式', en: 'How', of: checkScan.fields.way.of }),
    wrongField: choice({ zh: '不符的信息', en: 'What differs', of: seenFields }),
    seenValue: text({ zh: '实际的值', en: 'Value seen', max: 200 }),
    reason,
    photos: ids({ zh: '照片', en: 'Photos', to: 'file', max: 9 }),
    note: text({ zh: '备注', en: 'Note', max: 200 }),
  },
})
