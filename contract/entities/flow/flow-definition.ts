import { entity } from '../../kit/entity/entity.ts'
import { machine, same } from '../../kit/entity/machine.ts'
import { choice, flag, integer, json, link, text } from '../../kit/fields/field.ts'
import { approvalKinds } from './approval-kinds.ts'
import { seededFlowNames } from './seeded-names.ts'

/** An approval flow: the draft that is edited, and how often it was published. What runs are its versions. */
export const flowDefinition = entity('flowDefinition', {
  zh: '流程定义',
  en: 'Approval flow',
  module: 'flow',
  path: '/flow/definition',
  title: 'definitionName',
  table: 'tenant',
  softDelete: true,
  verbs: ['list', 'page', 'detail', 'submit', 'remove', 'select'],
  fields: {
    definitionName: text({
      zh: '流程名称',
      en: 'Name',
      required: true,
      list: true,
      search: 'pinyin',
      unique: true,
      max: 60,
      seeded: seededFlowNames,
    }),
    approvalKind: choice({ zh: '适用单据', en: 'Documents', required: true, list: true, of: approvalKinds }),
    definitionStatus: choice({
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
    versionNumber: integer({ zh: '当前版本', en: 'Version', readOnly: true, list: true }),
    draft: json({ zh: '流程内容', en: 'Content' }),
    isDefault: flag({ zh: '默认流程', en: 'Default', readOnly: true, list: true }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, list: true, max: 500 }),
  },
})

/** A published state of a definition; never changes. */
export const flowVersion = entity('flowVersion', {
  zh: '流程版本',
  en: 'Flow version',
  module: 'flow',
  title: 'versionName',
  table: 'tenant',
  append: true,
  fields: {
    definition: link({ zh: '流程定义', en: 'Approval flow', to: 'flowDefinition', required: true, goesWith: true }),
    versionName: text({ zh: '版本名称', en: 'Version name', required: true, max: 80 }),
    versionNumber: integer({ zh: '版本', en: 'Version', required: true }),
    tree: json({ zh: '流程内容', en: 'Content', required: true }),
  },
})

/** Publishing makes a new version of the draft. */
export const flowPublishing = machine(flowDefinition, 'definitionStatus', {
  publish: { from: ['draft'], to: 'published', zh: '发布', en: 'Publish', may: 'flowDefinition.submit', confirm: true, input: {} },
  publishMore: {
    from: ['published'],
    to: same(),
    zh: '发布新版本',
    en: 'Publish a new version',
    may: 'flowDefinition.submit',
    confirm: true,
    url: '/flow/definition/publish-more',
    input: {},
  },
})
