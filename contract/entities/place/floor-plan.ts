import { entity } from '../../kit/entity/entity.ts'
import { ids, integer, link, text } from '../../kit/fields/field.ts'

/** The picture of a floor, on which its rooms are drawn. */
export const floorPlan = entity('floorPlan', {
  zh: '楼层平面图',
  en: 'Floor plan',
  module: 'place',
  path: '/eam/plc/floor-plan',
  title: 'planTitle',
  table: 'tenant',
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove'],
  lines: [
    {
      zh: '房间轮廓',
      en: 'Rooms drawn',
      entity: 'floorPlanRoom',
      by: 'plan',
      as: 'rooms',
      max: 300,
      once: ['room'],
      totals: { roomCount: [] },
    },
  ],
  fields: {
    planTitle: text({ zh: '平面图', en: 'Floor plan', list: true, search: true, max: 260, composed: ['floor'] }),
    floor: link({ zh: '楼层', en: 'Floor', to: 'location', required: true, list: true, goesWith: true }),
    picture: ids({ zh: '图片', en: 'Picture', to: 'file', required: true, max: 1, types: ['jpg', 'png', 'webp'] }),
    roomCount: integer({ zh: '已绘房间数', en: 'Rooms drawn', readOnly: true, list: true }),
  },
})
