import { entity } from '../../kit/entity/entity.ts'
import { choice, integer, json, link, text } from '../../kit/fields/field.ts'
import { labelKinds } from './label-lines.ts'

export const labelOutputs = {
  browser: { zh: '浏览器打印', en: 'Printed in the browser' },
  pdf: { zh: '下载 PDF', en: 'PDF' },
  zpl: { zh: '标签打印机 ZPL', en: 'ZPL for a label printer' },
} as const

/** One printing of labels: who, when, which template, how many. Never changed afterwards. */
export const labelPrint = entity('labelPrint', {
  zh: '标签打印记录',
  en: 'Print record',
  module: 'asset',
  path: '/eam/label-print',
  title: 'templateName',
  emptyAdvice: {
    zh: '在“标签打印”打印或下载标签后，记录显示在这里',
    en: 'Labels you print or download on the Labels page are recorded here',
  },
  table: 'tenant',
  verbs: ['list', 'detail'],
  append: true,
  scope: { dept: 'dept', persons: ['user'] },
  fields: {
    templateName: text({ zh: '模板', en: 'Template', required: true, readOnly: true, list: true, search: true, max: 60 }),
    labelKind: choice({ zh: '用于', en: 'For', required: true, readOnly: true, list: true, of: labelKinds }),
    output: choice({ zh: '方式', en: 'Method', required: true, readOnly: true, list: true, of: labelOutputs }),
    rowCount: integer({ zh: '对象数', en: 'Objects', required: true, readOnly: true, list: true, min: 1 }),
    labelCount: integer({ zh: '标签数', en: 'Labels', required: true, readOnly: true, list: true, min: 1 }),
    reprintCount: integer({ zh: '其中补打', en: 'Reprints', required: true, readOnly: true, list: true, min: 0 }),
    reason: text({ zh: '补打原因', en: 'Reprint reason', readOnly: true, list: true, search: true, max: 200 }),
    copies: integer({ zh: '每个份数', en: 'Copies per item', required: true, readOnly: true, min: 1 }),
    startAt: integer({ zh: '起始位置', en: 'First position', required: true, readOnly: true, min: 1 }),
    user: link({ zh: '打印人', en: 'By', to: 'user', required: true, readOnly: true, list: true }),
    dept: link({ zh: '打印人科室', en: 'Department', to: 'dept', readOnly: true }),
    base: text({ zh: '二维码地址', en: 'QR code address', required: true, readOnly: true, max: 200 }),
    design: json({ zh: '版式', en: 'Design', readOnly: true }),
  },
})
