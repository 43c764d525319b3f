import { entity } from '../../kit/entity/entity.ts'
import { integer, link, text } from '../../kit/fields/field.ts'
import { matchKind, matchValue } from './recall-kinds.ts'

/** One way in which a recall finds its devices. */
export const recallItem = entity('recallItem', {
  zh: '匹配条件',
  en: 'Match line',
  many: 'Match lines',
  module: 'quality',
  title: 'matchValue',
  table: 'tenant',
  fields: {
    recall: link({ zh: '厂家召回', en: 'Manufacturer recall', to: 'recall', required: true, readOnly: true, goesWith: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true }),
    matchKind,
    matchValue,
    brand: text({ zh: '限定品牌', en: 'Only this brand', max: 80 }),
    onlyMaker: text({ zh: '限定厂家', en: 'Only this manufacturer', max: 120 }),
  },
})
