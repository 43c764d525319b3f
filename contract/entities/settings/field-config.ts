import { entity } from '../../kit/entity/entity.ts'
import { text } from '../../kit/fields/field.ts'
import { fieldSettings } from './field-settings.ts'

/** How a tenant shows one field of one entity. */
export const fieldConfig = entity('fieldConfig', {
  zh: '字段配置',
  en: 'Field configuration',
  module: 'settings',
  title: 'fieldCode',
  table: 'tenant',
  governs: true,
  fields: {
    entity: text({ zh: '业务对象', en: 'Record type', required: true, max: 40 }),
    ...fieldSettings,
  },
})
