import { entity } from '../../../kit/entity/entity.ts'
import { machine, same } from '../../../kit/entity/machine.ts'
import { choice, flag, ids, integer, link, text, time } from '../../../kit/fields/field.ts'
import { stopStates } from './round-states.ts'

const visit = { zh: '到站情况', en: 'Visit' }

/** A room of a round: visited with its label as the proof, or skipped with a reason. */
export const roundStop = entity('roundStop', {
  zh: '巡检站点',
  en: 'Round stop',
  many: 'Round stops',
  module: 'checklist',
  path: '/eam/round-stop',
  title: 'stopName',
  called: ['location', 'task'],
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'task' },
  columns: ['stopName', 'stopStatus', 'task', 'location', 'doneBy', 'doneAt'],
  sort: { by: 'place' },
  emptyAdvice: { zh: '发起巡检任务后产生', en: 'Starting a round creates them' },
  offline: {
    keep: 'write',
    scope: { by: 'parent', field: 'task', group: 'round' },
    offlineFields: [
      'stopName',
      'task',
      'place',
      'location',
      'stopStatus',
      'note',
      'deviceCount',
      'doneBy',
      'doneAt',
      'skipReason',
      'brokenCount',
    ],
  },
  fields: {
    task: link({ zh: '巡检任务', en: 'Round', to: 'roundTask', required: true, readOnly: true, list: true, goesWith: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true, list: true }),
    stopName: text({ zh: '站点', en: 'Stop', required: true, readOnly: true, list: true, search: true, max: 250 }),
    location: link({ zh: '房间', en: 'Room', to: 'location', required: true, readOnly: true, list: true }),
    stopStatus: choice({ zh: '状态', en: 'Status', required: true, readOnly: true, list: true, initial: 'open', of: stopStates }),
    note: text({ zh: '巡检要点', en: 'What to look at', readOnly: true, list: true, max: 200 }),
    /** The devices that the book has in the room when the round begins. */
    deviceCount: integer({ zh: '在册设备', en: 'Devices on record', readOnly: true, list: true }),
    doneBy: link({ zh: '巡检人', en: 'Visited by', to: 'user', readOnly: true, anywhere: true, list: true, group: visit }),
    doneAt: time({ zh: '到站时间', en: 'Visited', readOnly: true, list: true, group: visit }),
    labelCode: text({ zh: '扫描的标签码', en: 'Scanned label', readOnly: true, max: 12, group: visit }),
    checkedCount: integer({ zh: '检查设备台数', en: 'Devices checked', readOnly: true, list: true, group: visit }),
    finding: text({ zh: '巡检情况', en: 'Findings', readOnly: true, multiline: true, max: 500, group: visit }),
    skipReason: text({ zh: '跳过原因', en: 'Reason for skipping', readOnly: true, list: true, max: 200, group: visit }),
    brokenCount: integer({ zh: '发现故障', en: 'Faults found', readOnly: true, list: true, group: visit }),
    repairs: ids({ zh: '维修工单', en: 'Repair orders', to: 'repairOrder', readOnly: true, max: 50, group: visit }),
    checklists: ids({ zh: '检查表', en: 'Checklists', to: 'checklistTask', readOnly: true, max: 200, group: visit }),
  },
})

const work = 'roundTask.work'

/** A stop is visited or skipped once; what is broken there is reported before and after. */
export const visiting = machine(roundStop, 'stopStatus', {
  done: {
    from: ['open'],
    to: 'done',
    zh: '到站巡检',
    en: 'Check room',
    may: work,
    byState: true,
    offline: { shows: { doneAt: 'now', doneById: 'me' } },
    input: {
      labelCode: text({ zh: '房间标签码', en: 'Room label', required: true, scanned: true, max: 200 }),
      checkedCount: integer({ zh: '检查设备台数', en: 'Devices checked', min: 0, max: 9999 }),
      finding: text({ zh: '巡检情况', en: 'Findings', multiline: true, max: 500 }),
    },
  },
  skip: {
    from: ['open'],
    to: 'skipped',
    zh: '跳过此站',
    en: 'Skip stop',
    may: work,
    byState: true,
    offline: { shows: { doneAt: 'now', doneById: 'me', skipReason: 'said.skipReason' } },
    input: { skipReason: text({ zh: '跳过原因', en: 'Reason for skipping', required: true, multiline: true, max: 200 }) },
  },
  cancel: { from: ['open'], to: 'cancelled', zh: '随巡检取消', en: 'Cancelled with its round', inner: true, input: {} },
  report: {
    from: ['open', 'done'],
    to: same(),
    zh: '设备报修',
    en: 'Report a fault',
    may: work,
    offline: true,
    input: {
      device: link({ zh: '设备', en: 'Device', to: 'device', required: true, anywhere: true }),
      faultDescription: text({ zh: '故障描述', en: 'What is wrong', required: true, multiline: true, max: 1000 }),
      isStopped: flag({ zh: '设备已不能使用', en: 'Out of service' }),
    },
  },
})
