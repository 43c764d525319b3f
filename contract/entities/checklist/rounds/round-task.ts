import { entity } from '../../../kit/entity/entity.ts'
import { machine, same } from '../../../kit/entity/machine.ts'
import { choice, date, flag, integer, link, numbering, text, time } from '../../../kit/fields/field.ts'
import { openRoundStates, roundStates } from './round-states.ts'

const people = { zh: '执行', en: 'Work' }
const progress = { zh: '进度', en: 'Progress' }

/** A round: the rooms of a route, each visited once, by the first of its people who is there. */
export const roundTask = entity('roundTask', {
  zh: '巡检任务',
  en: 'Round',
  many: 'Rounds',
  module: 'checklist',
  path: '/eam/round-task',
  title: 'taskNo',
  called: ['route', 'startsOn'],
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  softDelete: true,
  scope: { dept: 'dept', persons: ['assignee', 'partner'], team: { by: 'team', members: 'members' } },
  columns: ['taskNo', 'roundStatus', 'route', 'dueDate', 'assignee', 'stopCount', 'doneCount', 'skippedCount'],
  sort: { by: 'createTime', descending: true },
  lines: [
    { zh: '站点', en: 'Stops', entity: 'roundStop', by: 'task', as: 'stops', order: 'place', readOnly: true, totals: { stopCount: [] } },
  ],
  editable: { roundStatus: [...openRoundStates] },
  removable: { roundStatus: ['cancelled'] },
  offline: {
    keep: 'write',
    scope: { by: 'dept', field: 'dept', group: 'round', persons: ['assignee', 'partner'] },
    states: { roundStatus: [...openRoundStates] },
    offlineFields: [
      'taskNo',
      'roundStatus',
      'route',
      'dept',
      'startsOn',
      'dueDate',
      'assignee',
      'partner',
      'team',
      'stopCount',
      'lateReason',
      'remark',
    ],
  },
  fields: {
    taskNo: numbering({ zh: '巡检单号', en: 'Round no.', list: true, search: true, unique: true, rule: 'XL-{yyyy}-000000' }),
    roundStatus: choice({ zh: '状态', en: 'Status', required: true, readOnly: true, list: true, initial: 'todo', of: roundStates }),
    route: link({ zh: '巡检路线', en: 'Round route', to: 'roundRoute', required: true, list: true }),
    dept: link({ zh: '负责科室', en: 'Department in charge', to: 'dept', readOnly: true, list: true }),
    startsOn: date({ zh: '巡检开始日期', en: 'Begins on', list: true }),
    dueDate: date({ zh: '完成期限', en: 'Finish by', list: true }),
    assignee: link({ zh: '执行人', en: 'Assignee', to: 'user', list: true, group: people }),
    partner: link({ zh: '同行人', en: 'Partner', to: 'user', list: true, group: people }),
    team: link({ zh: '维修班组', en: 'Service team', to: 'serviceTeam', list: true, group: people }),
    stopCount: integer({ zh: '站点数', en: 'Stops', readOnly: true, list: true, group: progress }),
    doneCount: integer({ zh: '已巡检站点', en: 'Stops checked', readOnly: true, list: true, group: progress }),
    skippedCount: integer({ zh: '跳过站点', en: 'Stops skipped', readOnly: true, list: true, group: progress }),
    brokenCount: integer({ zh: '发现故障', en: 'Faults found', readOnly: true, list: true, group: progress }),
    startedAt: time({ zh: '开始时间', en: 'Started', readOnly: true, group: progress }),
    finishedAt: time({ zh: '巡检完成时间', en: 'Finished', readOnly: true, list: true, group: progress }),
    isInTime: flag({ zh: '按期完成', en: 'Done in time', readOnly: true, list: true, group: progress }),
    lateReason: text({ zh: '超期原因', en: 'Reason for delay', readOnly: true, max: 200, group: progress }),
    cancelReason: text({ zh: '取消原因', en: 'Cancellation reason', readOnly: true, max: 200 }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})

const reason = text({ zh: '原因', en: 'Reason', required: true, multiline: true, max: 200 })

/** The first stop begins a round, the last one ends it. */
export const rounding = machine(roundTask, 'roundStatus', {
  begin: { from: ['todo'], to: 'walking', zh: '开始巡检', en: 'Start round', inner: true, sets: { startedAt: 'now' }, input: {} },
  finish: { from: ['walking'], to: 'finished', zh: '完成巡检', en: 'Finish round', inner: true, took: true, input: {} },
  explain: {
    from: ['todo', 'walking', 'finished'],
    to: same(),
    zh: '说明超期原因',
    en: 'Explain delay',
    may: 'roundTask.work',
    offline: true,
    sets: { lateReason: 'said.lateReason' },
    input: { lateReason: text({ zh: '超期原因', en: 'Reason for delay', required: true, multiline: true, max: 200 }) },
  },
  cancel: {
    from: [...openRoundStates],
    to: 'cancelled',
    zh: '取消巡检',
    en: 'Cancel round',
    may: 'roundTask.submit',
    input: { reason },
  },
})
