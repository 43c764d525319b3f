import { entity } from '../../kit/entity/entity.ts'
import { choice, flag, integer, text } from '../../kit/fields/field.ts'
import type { Words } from '../../kit/words.ts'

/** The entities to which a tenant may add fields; the registry gathers those that allow it. */
export const customEntities: Record<string, Words> = {}

/** A field that a tenant adds to an entity that allows it. */
export const customField = entity('customField', {
  zh: '自定义字段',
  en: 'Custom field',
  module: 'settings',
  path: '/eam/custom-field',
  title: 'name',
  table: 'tenant',
  governs: true,
  verbs: ['list', 'detail', 'submit', 'remove'],
  sort: { by: 'sort' },
  fields: {
    entity: choice({
      zh: '业务对象',
      en: 'Record type',
      required: true,
      list: true,
      initial: 'device',
      of: customEntities,
    }),
    code: text({
      zh: '字段编码',
      en: 'Code',
      required: true,
      list: true,
      unique: true,
      max: 30,
      pattern: '^[a-z][a-zA-Z0-9]*$',
      example: 'cleanRoom',
    }),
    name: text({ zh: '字段名称', en: 'Label', required: true, list: true, search: true, max: 40 }),
    fieldKind: choice({
      zh: '类型',
      en: 'Type',
      required: true,
      list: true,
      initial: 'text',
      of: {
        text: { zh: '文字', en: 'Text' },
        integer: { zh: '整数', en: 'Whole number' },
        decimal: { zh: '小数', en: 'Decimal' },
        date: { zh: '日期', en: 'Date' },
        choice: { zh: '单选', en: 'Choice' },
        dictionary: { zh: '字典', en: 'Dictionary' },
      },
    }),
    options: text({
      zh: '选项（每行一个）',
      en: 'Choices (one per line)',
      multiline: true,
      max: 2000,
      when: { field: 'fieldKind', is: ['choice'] },
    }),
    dictionaryCode: text({ zh: '字典编号', en: 'Dictionary', max: 60, when: { field: 'fieldKind', is: ['dictionary'] } }),
    isRequired: flag({ zh: '必填', en: 'Required', list: true }),
    isList: flag({ zh: '列表显示', en: 'In lists', list: true }),
    isSearch: flag({ zh: '可搜索', en: 'Searchable', list: true }),
    sort: integer({ zh: '排序', en: 'Order', min: 0, max: 99999 }),
  },
})
