import { fieldSettings } from '../../entities/settings/field-settings.ts'
import { listOf, out, plain } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { items, text } from '../../kit/fields/field.ts'

/** One field as a tenant set it; `custom` is there for a field that the tenant added. */
const fieldSetting = {
  entity: out.text,
  fieldCode: out.text,
  isShow: out.flag,
  alias: out.nullable(out.text),
  fieldAssociation: out.nullable(out.text),
  isRequired: out.flag,
  sort: out.nullable(out.number),
  width: out.nullable(out.number),
  custom: out.optional({
    id: out.text,
    entity: out.text,
    code: out.text,
    name: out.text,
    fieldKind: out.word('text', 'integer', 'decimal', 'date', 'choice', 'dictionary'),
    options: out.nullable(out.text),
    dictionaryCode: out.nullable(out.text),
    isRequired: out.flag,
    isList: out.flag,
    isSearch: out.flag,
  }),
  /** Of a field whose choices are rows of a dictionary: the rows that there are now. */
  choices: out.optional(out.list({ key: out.text, zh: out.text, en: out.text, isSealed: out.flag })),
} as const

const entityName = text({ zh: '业务对象', en: 'Record type', max: 40 })
export const fieldConfigList = call('fieldConfig.list', {
  zh: '字段配置',
  en: 'Field configuration',
  module: 'settings',
  method: 'GET',
  path: '/osm/industry-config/field-config',
  may: 'session',
  answers: listOf(fieldSetting),
  input: { entity: entityName },
})
export const fieldConfigSave = call('fieldConfig.save', {
  zh: '保存字段配置',
  en: 'Save the field configuration',
  module: 'settings',
  method: 'POST',
  path: '/osm/industry-config/tenant-update',
  may: 'fieldConfig.submit',
  writes: true,
  answers: plain({ saved: out.number }),
  input: {
    entity: { ...entityName, required: true },
    fields: items({
      zh: '字段',
      en: 'Fields',
      required: true,
      max: 200,
      fields: fieldSettings,
    }),
  },
})
