import { entity } from '../../kit/entity/entity.ts'
import { choice, ids, integer, json, link, text, time } from '../../kit/fields/field.ts'
import type { Words } from '../../kit/words.ts'

/** What can be imported, as choices; the registry gathers them from the modules. */
export const importTargets: Record<string, Words> = {}

/** The most archives of one import; a page sends a large one in parts. */
export const mostArchives = 30

export const importStates = {
  verifying: { zh: '校验中', en: 'Checking', tone: 'busy' },
  verified: { zh: '待导入', en: 'Ready to import', tone: 'warn' },
  writing: { zh: '导入中', en: 'Importing', tone: 'busy' },
  done: { zh: '已导入', en: 'Imported', tone: 'good' },
  failed: { zh: '未导入', en: 'Not imported', tone: 'bad' },
  undoing: { zh: '撤销中', en: 'Undoing', tone: 'busy' },
  undone: { zh: '已撤销', en: 'Undone', tone: 'plain' },
} as const

/** One spreadsheet on its way into the register: what was found in it, what was written, and how far the work is. */
export const importJob = entity('importJob', {
  zh: '数据导入',
  en: 'Import',
  module: 'import',
  path: '/eam/import-job',
  title: 'fileName',
  table: 'tenant',
  verbs: ['list', 'detail'],
  scope: { persons: ['user'] },
  fields: {
    fileName: text({ zh: '文件名', en: 'File name', required: true, readOnly: true, list: true, search: true, max: 200 }),
    target: choice({ zh: '导入对象', en: 'Record type', required: true, readOnly: true, list: true, of: importTargets }),
    status: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'verifying',
      of: importStates,
    }),
    progress: integer({ zh: '进度', en: 'Progress', required: true, readOnly: true, min: 0, max: 100 }),
    rowCount: integer({ zh: '数据行', en: 'Rows', required: true, readOnly: true, list: true, min: 0 }),
    newCount: integer({ zh: '可导入', en: 'New', required: true, readOnly: true, min: 0 }),
    sameCount: integer({ zh: '已存在', en: 'Already there', required: true, readOnly: true, list: true, min: 0 }),
    changedCount: integer({ zh: '有变化', en: 'Changed', required: true, readOnly: true, list: true, min: 0 }),
    faultyCount: integer({ zh: '有错误的行', en: 'Rows with errors', required: true, readOnly: true, list: true, min: 0 }),
    warningCount: integer({ zh: '提醒', en: 'Warnings', required: true, readOnly: true, min: 0 }),
    writtenCount: integer({ zh: '已导入', en: 'Imported', required: true, readOnly: true, list: true, min: 0 }),
    updatedCount: integer({ zh: '已更新', en: 'Updated', required: true, readOnly: true, list: true, min: 0 }),
    expectedSeconds: integer({ zh: '预计导入秒数', en: 'Expected import seconds', readOnly: true, min: 0 }),
    note: text({ zh: '说明', en: 'Note', readOnly: true, list: true, max: 500 }),
    user: link({ zh: '导入人', en: 'By', to: 'user', required: true, readOnly: true, list: true }),
    dept: link({ zh: '导入人科室', en: 'Department', to: 'dept', readOnly: true }),
    source: ids({ zh: '源文件', en: 'Source file', to: 'file', readOnly: true, max: 1, archives: true }),
    archives: ids({
      zh: '图片和文件（ZIP）',
      en: 'Pictures and files (ZIP)',
      to: 'file',
      readOnly: true,
      max: mostArchives,
      types: ['zip'],
    }),
    layout: json({ zh: '字段映射', en: 'Field mapping', readOnly: true }),
    groups: json({ zh: '问题汇总', en: 'Problems by cause', readOnly: true }),
    // Its samples quote records that the person saw who imported; others read the records that they see themselves.
    changes: json({
      zh: '与登记的差异',
      en: 'Differences from the register',
      readOnly: true,
      personal: { to: 'user', others: 'without_samples' },
    }),
    attached: json({ zh: '图片和文件', en: 'Pictures and files', readOnly: true }),
    missing: json({ zh: '待新建', en: 'To create', readOnly: true }),
    aliveAt: time({ zh: '最近进展', en: 'Last progress', readOnly: true }),
  },
})
