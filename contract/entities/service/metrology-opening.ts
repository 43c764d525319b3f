import { entity } from '../../kit/entity/entity.ts'
import { integer, link, time } from '../../kit/fields/field.ts'

/**
 * The one confirmation of a hospital that its list of compulsory devices without a verification is right. From then on such devices are stopped; before it
 * they are only listed, so that an import stops none.
 */
export const metrologyOpening = entity('measureOpening', {
  zh: '强检清单确认',
  en: 'Mandatory device confirmation',
  module: 'service',
  title: 'confirmedAt',
  table: 'tenant',
  append: true,
  fields: {
    confirmedAt: time({ zh: '确认时间', en: 'Confirmed at', required: true, readOnly: true }),
    confirmedBy: link({ zh: '确认人', en: 'Confirmed by', to: 'user', required: true, readOnly: true }),
    deviceCount: integer({ zh: '未检定台数', en: 'Devices not verified', required: true, readOnly: true, min: 0 }),
  },
})
