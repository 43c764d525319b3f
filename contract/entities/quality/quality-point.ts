import { entity } from '../../kit/entity/entity.ts'
import { integer, link } from '../../kit/fields/field.ts'
import { pointFacts } from './quality-kinds.ts'

/** A point of a quality control template: a quantity at a set value, and how far it may be off. */
export const qualityPoint = entity('qualityPoint', {
  zh: '质控测量点',
  en: 'Quality control point',
  module: 'quality',
  title: 'quantity',
  table: 'tenant',
  fields: {
    template: link({
      zh: '质控模板',
      en: 'Quality control template',
      to: 'qualityTemplate',
      required: true,
      readOnly: true,
      goesWith: true,
    }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true }),
    ...pointFacts,
  },
})
