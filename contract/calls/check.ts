import { call } from '../kit/call.ts'
import { link, text } from '../kit/field.ts'

/** One observation: always accepted, never a conflict; a phone queues it. */
export const scan = call('check.scan', {
  zh: '盘点扫描',
  en: 'Record an observation',
  area: 'check',
  method: 'POST',
  path: '/eam/check/scan',
  may: 'checkLine.scan',
  writes: true,
  answers: 'one',
  input: {
    check: link({ zh: '盘点任务', en: 'Check', to: 'checkTask', required: true }),
    code: text({ zh: '扫到的编码', en: 'Scanned code', required: true, max: 200 }),
    location: link({ zh: '所在位置', en: 'Where', to: 'location' }),
    note: text({ zh: '备注', en: 'Note', max: 200 }),
  },
})
