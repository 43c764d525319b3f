import { entity } from '../../../kit/entity/entity.ts'
import { integer, link, text } from '../../../kit/fields/field.ts'

/** A room on a route. */
export const roundRouteStop = entity('roundRouteStop', {
  zh: '路线站点',
  en: 'Route stop',
  many: 'Route stops',
  module: 'checklist',
  title: 'note',
  table: 'tenant',
  fields: {
    route: link({ zh: '巡检路线', en: 'Round route', to: 'roundRoute', required: true, readOnly: true, goesWith: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true }),
    location: link({ zh: '房间', en: 'Room', to: 'location', required: true }),
    note: text({ zh: '巡检要点', en: 'What to look at', max: 200 }),
  },
})
