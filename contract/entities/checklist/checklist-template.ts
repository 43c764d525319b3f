import { entity } from '../../kit/entity/entity.ts'
import { machine, same } from '../../kit/entity/machine.ts'
import { choice, flag, ids, integer, text } from '../../kit/fields/field.ts'
import { useKind } from './checklist-kinds.ts'
import { mostItems } from './items.ts'

/** A checklist for devices of some classes: its items are the draft of the next version; checklists are filled by published versions. */
export const checklistTemplate = entity('checklistTemplate', {
  zh: '检查表模板',
  en: 'Checklist template',
  many: 'Checklist templates',
  module: 'checklist',
  path: '/eam/eamdeviceinspection',
  title: 'templateName',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'select', 'export', 'template'],
  softDelete: true,
  retired: { when: { isInactive: ['1'] } },
  lines: [
    {
      entity: 'checklistItem',
      by: 'template',
      as: 'items',
      order: 'place',
      max: mostItems,
      totals: { itemCount: [] },
      hint: {
        zh: '选项和异常答案用顿号分隔；是否项目默认“否”为异常。条件项目填前面项目的编号。',
        en: 'Separate options and abnormal answers with commas. “No” is abnormal unless stated otherwise. A condition names the code of an earlier item.',
      },
    },
  ],
  fields: {
    templateName: text({ zh: '模板名称', en: 'Template', required: true, list: true, search: 'pinyin', unique: true, max: 100 }),
    templateStatus: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'draft',
      of: {
        draft: { zh: '未发布', en: 'Not published', tone: 'plain' },
        published: { zh: '已发布', en: 'Published', tone: 'good' },
      },
    }),
    useKind: { ...useKind, required: true, initial: 'inspection' },
    classes: ids({ zh: '适用设备分类', en: 'Device classes', to: 'deviceClass', inTree: true, max: 50 }),
    versionNo: integer({ zh: '当前版本', en: 'Version', readOnly: true, list: true }),
    hasDraft: flag({ zh: '有未发布的修改', en: 'Unpublished changes', readOnly: true, list: true }),
    itemCount: integer({ zh: '项目数', en: 'Items', readOnly: true, list: true }),
    readyKey: text({ zh: '内置模板', en: 'Ready template', readOnly: true, internal: true, max: 36 }),
    isInactive: flag({ zh: '停用', en: 'Inactive', list: true }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})

/** Publishing makes the items the next version. */
export const templatePublishing = machine(checklistTemplate, 'templateStatus', {
  publish: { from: ['draft'], to: 'published', zh: '发布', en: 'Publish', may: 'checklistTemplate.submit', confirm: true, input: {} },
  publishMore: {
    from: ['published'],
    to: same(),
    zh: '发布新版本',
    en: 'Publish a new version',
    may: 'checklistTemplate.submit',
    confirm: true,
    input: {},
  },
})
