import { entity } from '../../kit/entity/entity.ts'
import { date, integer, link, text } from '../../kit/fields/field.ts'

const own = { readOnly: true, list: true } as const
const count = { ...own, min: 0 } as const

/** A department's week in figures, as they were when it was told. A department has one for a week. */
export const noticeReport = entity('noticeReport', {
  zh: '科室周报',
  en: 'Weekly report',
  many: 'Weekly reports',
  module: 'insight',
  path: '/osm/notice-report',
  title: 'reportTitle',
  table: 'tenant',
  verbs: ['list', 'page', 'detail', 'export'],
  scope: { dept: 'dept' },
  columns: ['reportTitle', 'dept', 'weekStart', 'repairCount', 'maintainCount', 'maintainDone'],
  sort: { by: 'createTime', descending: true },
  emptyAdvice: { zh: '推送科室周报后产生', en: 'Pushing weekly reports creates them' },
  fields: {
    reportTitle: text({ zh: '周报标题', en: 'Report', ...own, search: true, max: 160 }),
    dept: link({ zh: '使用科室', en: 'Department', to: 'dept', ...own }),
    weekStart: date({ zh: '周一', en: 'Monday', ...own }),
    weekEnd: date({ zh: '周日', en: 'Sunday', ...own }),
    deviceCount: integer({ zh: '设备数', en: 'Devices', ...count }),
    repairCount: integer({ zh: '报修数', en: 'Repairs', ...count }),
    maintainCount: integer({ zh: '保养工单数', en: 'Maintenance orders', ...count }),
    maintainDone: integer({ zh: '已完成保养', en: 'Maintenance done', ...count }),
    inspectionCount: integer({ zh: '巡检数', en: 'Inspections', ...count }),
    inspectionDone: integer({ zh: '已完成巡检', en: 'Inspections done', ...count }),
    metrologyCount: integer({ zh: '计量次数', en: 'Measurements', ...count }),
    controlCount: integer({ zh: '质控次数', en: 'Controls', ...count }),
  },
})
