import { entity } from '../../kit/entity/entity.ts'
import { link } from '../../kit/fields/field.ts'
import { usedPart } from '../place/used-parts.ts'

/** A part used in maintenance, as it was named and priced then. */
export const maintainPart = entity('maintainPart', {
  zh: '保养用配件',
  en: 'Maintenance part',
  module: 'maintenance',
  path: '/eam/maintain-part',
  title: 'partName',
  table: 'tenant',
  append: true,
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'maintenance' },
  fields: {
    maintenance: link({ zh: '保养工单', en: 'Maintenance order', to: 'maintainOrder', required: true, list: true }),
    ...usedPart,
  },
})
