import { call } from '../kit/call.ts'
import { flag, items, text } from '../kit/field.ts'

const entityName = text({ zh: '业务对象', en: 'Entity', max: 40 })
export const fieldConfigList = call('fieldConfig.list', {
  zh: '字段配置',
  en: 'Field configuration',
  area: 'platform',
  method: 'GET',
  path: '/osm/industry-config/field-config',
  may: 'session',
  answers: 'list',
  input: { entity: entityName },
})
export const fieldConfigSave = call('fieldConfig.save', {
  zh: '保存字段配置',
  en: 'Save the field configuration',
  area: 'platform',
  method: 'POST',
  path: '/osm/industry-config/tenant-update',
  may: 'fieldConfig.submit',
  writes: true,
  answers: 'plain',
  input: {
    entity: { ...entityName, required: true },
    fields: items({
      zh: '字段',
      en: 'Fields',
      required: true,
      max: 200,
      fields: {
        fieldCode: text({ zh: '字段', en: 'Field', required: true, max: 60 }),
        isShow: flag({ zh: '显示', en: 'Shown', required: true }),
        alias: text({ zh: '别名', en: 'Alias', max: 40 }),
        fieldAssociation: text({ zh: '关联字段', en: 'Associated fields', max: 400 }),
      },
    }),
  },
})
