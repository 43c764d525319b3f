import { entity } from '../../kit/entity/entity.ts'
import { integer, json, link, text } from '../../kit/fields/field.ts'

/** A published version of a checklist template; never changes. */
export const checklistVersion = entity('checklistVersion', {
  zh: '检查表版本',
  en: 'Checklist version',
  many: 'Checklist versions',
  module: 'checklist',
  path: '/eam/checklist-version',
  title: 'versionName',
  table: 'tenant',
  verbs: ['list', 'detail'],
  append: true,
  sort: { by: 'createTime', descending: true },
  offline: { keep: 'read', scope: { by: 'all' }, offlineFields: ['versionName', 'template', 'versionNo', 'items'] },
  emptyAdvice: { zh: '发布检查表模板后产生', en: 'Publishing a checklist template creates one' },
  fields: {
    versionName: text({ zh: '版本名称', en: 'Version name', required: true, readOnly: true, list: true, search: true, max: 120 }),
    template: link({
      zh: '检查表模板',
      en: 'Checklist template',
      to: 'checklistTemplate',
      required: true,
      readOnly: true,
      list: true,
      goesWith: true,
    }),
    versionNo: integer({ zh: '版本', en: 'Version', required: true, readOnly: true, list: true }),
    items: json({ zh: '检查项目', en: 'Checklist items', required: true, readOnly: true }),
  },
})
