import { entity } from '../../../kit/entity/entity.ts'
import { cycleFields } from '../../../kit/fields/cycle.ts'
import { integer, link } from '../../../kit/fields/field.ts'

/** One band: the fewest points, and how often its devices are maintained. */
export const riskBand = entity('riskBand', {
  zh: '风险等级',
  en: 'Risk band',
  module: 'maintenance',
  title: 'fromPoints',
  table: 'tenant',
  fields: {
    scheme: link({ zh: '风险分级', en: 'Risk bands', to: 'riskScheme', required: true, readOnly: true, goesWith: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true }),
    fromPoints: integer({ zh: '最低分', en: 'Points from', required: true, list: true, min: 2, max: 22 }),
    ...cycleFields('planCycle', { zh: '保养周期', en: 'Maintenance cycle', list: true }),
  },
})
