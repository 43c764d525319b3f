import { entity } from '../../kit/entity/entity.ts'
import { choice, choices, flag, ids, link, text } from '../../kit/fields/field.ts'
import { applyKinds, ownKinds } from './apply-kinds.ts'
import { columnWords, demandWords, lineDemandWords } from './event-type-fields.ts'

/** What applies to applications of a kind, in a department or for a class of devices: who may ask, what they say, what their list shows. */
export const eventTypeConfig = entity('eventTypeConfig', {
  zh: '申请类型配置',
  en: 'Application type',
  module: 'custody',
  path: '/eam/eventtypeconfig',
  title: 'configName',
  table: 'tenant',
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove'],
  columns: ['configName', 'eventType', 'dept', 'category', 'isStopped'],
  fields: {
    configName: text({ zh: '配置名称', en: 'Name', required: true, list: true, search: true, max: 60 }),
    eventType: choice({ zh: '申请类型', en: 'Application type', required: true, list: true, of: applyKinds, more: ownKinds }),
    dept: link({ zh: '申请科室（含下级）', en: 'Department (and below)', to: 'dept', anywhere: true, list: true }),
    category: link({ zh: '资产分类（含下级）', en: 'Category (and below)', to: 'assetsCategory', list: true }),
    isStopped: flag({ zh: '停用该类申请', en: 'Switched off', list: true }),
    roles: ids({ zh: '可申请的角色（空为不限）', en: 'Roles that can apply (empty: all)', to: 'role', max: 50 }),
    requiredFields: choices({ zh: '申请必填项', en: 'Required application fields', of: demandWords }),
    requiredLineFields: choices({
      zh: '明细必填项',
      en: 'Required line fields',
      of: lineDemandWords,
    }),
    listColumns: choices({
      zh: '列表列（取全院配置）',
      en: 'List columns (hospital-wide configuration)',
      list: true,
      of: columnWords,
    }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
