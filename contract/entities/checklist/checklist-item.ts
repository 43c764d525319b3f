import { entity } from '../../kit/entity/entity.ts'
import { choice, decimal, flag, integer, link, text } from '../../kit/fields/field.ts'
import { itemKinds } from './items.ts'

/** An item of a checklist template. */
export const checklistItem = entity('checklistItem', {
  zh: '检查项目',
  en: 'Checklist item',
  module: 'checklist',
  title: 'itemText',
  table: 'tenant',
  fields: {
    template: link({ zh: '检查表模板', en: 'Checklist template', to: 'checklistTemplate', required: true, readOnly: true, goesWith: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true }),
    itemCode: text({ zh: '项目编号', en: 'Item code', max: 20 }),
    section: text({ zh: '检查部分', en: 'Section', max: 60 }),
    itemText: text({ zh: '检查内容', en: 'Item', required: true, max: 200 }),
    itemKind: choice({ zh: '填写方式', en: 'Answer type', required: true, initial: 'yesNo', of: itemKinds }),
    isRequired: flag({ zh: '必填', en: 'Required' }),
    unit: text({ zh: '计量单位', en: 'Unit of measurement', max: 20 }),
    lowerLimit: decimal({ zh: '下限', en: 'Lower limit', scale: 4 }),
    upperLimit: decimal({ zh: '上限', en: 'Upper limit', scale: 4 }),
    options: text({ zh: '可选答案', en: 'Options', max: 500 }),
    abnormalAnswers: text({ zh: '异常答案', en: 'Abnormal answers', max: 500 }),
    shownItem: text({ zh: '条件项目', en: 'Condition item', max: 20 }),
    shownAnswer: text({ zh: '条件答案', en: 'Condition answer', max: 100 }),
  },
})
