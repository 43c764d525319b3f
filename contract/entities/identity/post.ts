import { entity } from '../../kit/entity/entity.ts'
import { dictionary, flag, integer, text } from '../../kit/fields/field.ts'

/** What a person is in the hospital, such as head nurse; says nothing of rights. A sealed one is shown where it is held and no longer given. */
export const post = entity('post', {
  zh: '岗位',
  en: 'Position',
  module: 'identity',
  path: '/blade-system/post',
  title: 'postName',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'select', 'export'],
  softDelete: true,
  retired: { when: { isSealed: ['1'] } },
  sort: { by: 'sort' },
  others: { shows: { categoryName: { as: 'categoryValue' } }, listed: ['remark'] },
  fields: {
    postName: text({ zh: '岗位名称', en: 'Position', required: true, list: true, search: 'pinyin', max: 60 }),
    postCode: text({ zh: '岗位编号', en: 'Code', required: true, list: true, search: true, unique: true, max: 40 }),
    category: dictionary({ zh: '岗位类型', en: 'Position type', required: true, list: true, code: 'post_category' }),
    sort: integer({ zh: '排序', en: 'Order', list: true, min: 0, max: 99999 }),
    isSealed: flag({ zh: '封存', en: 'Sealed', list: true }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
