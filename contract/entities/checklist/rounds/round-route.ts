import { entity } from '../../../kit/entity/entity.ts'
import { cycleFields } from '../../../kit/fields/cycle.ts'
import { date, flag, integer, link, text } from '../../../kit/fields/field.ts'
import { mostStops } from './round-states.ts'

const schedule = { zh: '周期', en: 'Schedule' }
const people = { zh: '执行', en: 'Work' }

/** Rooms that are visited in order, how often, and by whom. */
export const roundRoute = entity('roundRoute', {
  zh: '巡检路线',
  en: 'Round route',
  many: 'Round routes',
  module: 'checklist',
  path: '/eam/round-route',
  title: 'routeName',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'select', 'export'],
  softDelete: true,
  scope: { dept: 'dept' },
  retired: { when: { isInactive: ['1'] } },
  columns: ['routeName', 'dept', 'stopCount', 'cycle', 'nextDue', 'assignee', 'isInactive'],
  lines: [
    {
      zh: '站点',
      en: 'Stops',
      entity: 'roundRouteStop',
      by: 'route',
      as: 'stops',
      order: 'place',
      max: mostStops,
      required: true,
      once: ['location'],
      totals: { stopCount: [] },
      hint: { zh: '按巡检顺序填写房间', en: 'Enter the rooms in the order of the round' },
    },
  ],
  fields: {
    routeName: text({ zh: '路线名称', en: 'Route', required: true, list: true, search: 'pinyin', unique: true, max: 60 }),
    dept: link({ zh: '负责科室', en: 'Department in charge', to: 'dept', required: true, list: true }),
    stopCount: integer({ zh: '站点数', en: 'Stops', readOnly: true, list: true }),
    ...cycleFields('cycle', { zh: '路线周期', en: 'Route cycle', list: true, group: schedule }),
    firstDue: date({ zh: '首次日期', en: 'First due', group: schedule }),
    /** Days after the day on which a round begins until it is late. */
    windowDays: integer({ zh: '完成时限（天）', en: 'Days to finish', min: 0, max: 90, group: schedule }),
    nextDue: date({ zh: '下次日期', en: 'Next due', readOnly: true, list: true, group: schedule }),
    assignee: link({ zh: '执行人', en: 'Assignee', to: 'user', list: true, group: people }),
    partner: link({ zh: '同行人', en: 'Partner', to: 'user', group: people }),
    team: link({ zh: '维修班组', en: 'Service team', to: 'serviceTeam', group: people }),
    template: link({ zh: '检查表模板', en: 'Checklist template', to: 'checklistTemplate', group: people }),
    isInactive: flag({ zh: '停用', en: 'Inactive', list: true }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
