import { entity } from '../../../kit/entity/entity.ts'
import { ids, integer, link, text } from '../../../kit/fields/field.ts'

/** A former file of a document: kept when another takes its place, or added by hand. */
export const documentHistory = entity('documentHistory', {
  zh: '资料历史版本',
  en: 'Document version',
  module: 'asset',
  path: '/eam/documentshistory',
  title: 'versionName',
  table: 'tenant',
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  scope: { through: 'attach' },
  sort: { by: 'createTime', descending: true },
  fields: {
    versionName: text({ zh: '文件名', en: 'File name', required: true, list: true, search: true, max: 200 }),
    attach: link({ zh: '设备资料', en: 'Document', to: 'deviceAttach', required: true, list: true, goesWith: true }),
    versionNo: integer({ zh: '版本号', en: 'Version number', readOnly: true, list: true }),
    files: ids({ zh: '文件', en: 'File', to: 'file', max: 1, list: true }),
    remark: text({ zh: '说明', en: 'Note', list: true, max: 500 }),
  },
})
