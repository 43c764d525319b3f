import { entity } from '../../kit/entity/entity.ts'
import { link, text } from '../../kit/fields/field.ts'

/** A room as it is drawn on the picture of its floor. */
export const floorPlanRoom = entity('floorPlanRoom', {
  zh: '平面图房间',
  en: 'Floor plan room',
  module: 'place',
  title: 'roomTitle',
  table: 'tenant',
  scope: { through: 'plan' },
  fields: {
    roomTitle: text({ zh: '房间名称', en: 'Room', max: 260, composed: ['room'] }),
    plan: link({ zh: '平面图', en: 'Floor plan', to: 'floorPlan', required: true, readOnly: true }),
    room: link({ zh: '所在房间', en: 'Location', to: 'location', required: true, list: true, goesWith: true }),
    outline: text({ zh: '轮廓', en: 'Outline', required: true, list: true, max: 1000 }),
  },
})
