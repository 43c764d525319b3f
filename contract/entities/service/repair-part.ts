import { entity } from '../../kit/entity/entity.ts'
import { link } from '../../kit/fields/field.ts'
import { usedPart } from '../place/used-parts.ts'

/** A part used in a repair, as it was named and priced then. */
export const repairPart = entity('repairPart', {
  zh: '维修用配件',
  en: 'Repair part',
  module: 'service',
  path: '/eam/repair-part',
  title: 'partName',
  table: 'tenant',
  append: true,
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'repair' },
  fields: {
    repair: link({ zh: '维修工单', en: 'Repair order', to: 'repairOrder', required: true, list: true }),
    ...usedPart,
  },
})
