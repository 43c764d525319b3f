import { flag, integer, text } from '../../kit/fields/field.ts'

/** What a tenant sets of one field. */
export const fieldSettings = {
  fieldCode: text({ zh: '字段', en: 'Field', required: true, max: 60 }),
  isShow: flag({ zh: '显示', en: 'Shown', required: true }),
  alias: text({ zh: '别名', en: 'Alias', max: 40 }),
  fieldAssociation: text({ zh: '关联字段', en: 'Associated fields', max: 400 }),
  isRequired: flag({ zh: '必填', en: 'Required' }),
  sort: integer({ zh: '排序', en: 'Order', min: 0, max: 999 }),
  width: integer({ zh: '列宽', en: 'Width', min: 60, max: 800 }),
}
