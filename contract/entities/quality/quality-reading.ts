import { entity } from '../../kit/entity/entity.ts'
import { decimal, integer, link } from '../../kit/fields/field.ts'
import { pointFacts, verdict } from './quality-kinds.ts'

/** A point of a control as its template said when the control began, with the measured value and its verdict. */
export const qualityReading = entity('qualityReading', {
  zh: '质控测量值',
  en: 'Quality control reading',
  module: 'quality',
  title: 'quantity',
  table: 'tenant',
  fields: {
    control: link({ zh: '质控记录', en: 'Quality control record', to: 'qualityControl', required: true, readOnly: true, goesWith: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true }),
    ...pointFacts,
    measured: decimal({ zh: '测量值', en: 'Measured value', scale: 4 }),
    deviation: decimal({ zh: '误差', en: 'Deviation', scale: 4, readOnly: true }),
    allowed: decimal({ zh: '误差限', en: 'Allowed deviation', scale: 4, readOnly: true }),
    verdict,
  },
})
