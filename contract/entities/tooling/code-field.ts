import { entity } from '../../kit/entity/entity.ts'
import { choice, flag, integer, link, text } from '../../kit/fields/field.ts'

/** The kinds of fields that a form may name; the words of the vocabulary in `contract/kit/fields/field.ts`. */
export const codeKinds = {
  text: { zh: '文本', en: 'Text' },
  multiline: { zh: '多行文本', en: 'Multiline text' },
  integer: { zh: '整数', en: 'Whole number' },
  decimal: { zh: '小数', en: 'Decimal' },
  money: { zh: '金额', en: 'Amount' },
  flag: { zh: '是否', en: 'Yes or no' },
  date: { zh: '日期', en: 'Date' },
  time: { zh: '时间', en: 'Time' },
  choice: { zh: '单选', en: 'Choice' },
  choices: { zh: '多选', en: 'Multiple choice' },
  link: { zh: '关联', en: 'Link to a record' },
  numbering: { zh: '自动编号', en: 'Auto number' },
} as const

/** One field of the entity that a form describes. `detail`: words of a choice, the entity of a link, the rule of a number. */
export const codeField = entity('codeField', {
  zh: '生成字段',
  en: 'Generated field',
  module: 'tooling',
  title: 'fieldName',
  table: 'tenant',
  scope: { through: 'form' },
  fields: {
    form: link({ zh: '代码生成', en: 'Code form', to: 'codeForm', required: true, readOnly: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true }),
    fieldName: text({
      zh: '字段名',
      en: 'Field name',
      required: true,
      list: true,
      max: 40,
      pattern: '^[a-z][A-Za-z0-9]{1,39}$',
      example: 'serialNumber',
    }),
    wordZh: text({ zh: '中文名称', en: 'Chinese name', required: true, list: true, max: 40 }),
    wordEn: text({ zh: '英文名称', en: 'Name (English)', required: true, list: true, max: 60 }),
    kind: choice({ zh: '类型', en: 'Type', required: true, list: true, initial: 'text', of: codeKinds }),
    isRequired: flag({ zh: '必填', en: 'Required', list: true }),
    isListed: flag({ zh: '列表显示', en: 'In the list', list: true }),
    isSearched: flag({ zh: '可搜索', en: 'Searchable', list: true }),
    isUnique: flag({ zh: '唯一', en: 'Unique', list: true }),
    maxSize: integer({ zh: '长度或小数位', en: 'Length or decimals', list: true, min: 1, max: 10000 }),
    detail: text({ zh: '选项、关联或规则', en: 'Options, entity or rule', list: true, max: 1000 }),
  },
})
