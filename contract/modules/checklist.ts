import {
  correctRecord,
  correctRecords,
  loadReady,
  planTasks,
  recordLists,
  removeRecords,
  taskBatch,
  taskLists,
  templateBatch,
  templateLists,
} from '../calls/checklist/checklist.ts'
import { checklistAnswers, checklistEntry, checklistItemShape } from '../calls/checklist/checklist-shapes.ts'
import { inspectionLists, inspectionRecordLists } from '../calls/checklist/inspection.ts'
import { checklistItem } from '../entities/checklist/checklist-item.ts'
import { checklistRecord } from '../entities/checklist/checklist-record.ts'
import { checklistEnding, checklistHandOver } from '../entities/checklist/checklist-rules.ts'
import { checklistTask, filling } from '../entities/checklist/checklist-task.ts'
import { checklistTemplate, templatePublishing } from '../entities/checklist/checklist-template.ts'
import { checklistVersion } from '../entities/checklist/checklist-version.ts'
import { roundNotices } from '../entities/checklist/rounds/round-notices.ts'
import { roundRoute } from '../entities/checklist/rounds/round-route.ts'
import { roundRouteStop } from '../entities/checklist/rounds/round-route-stop.ts'
import { roundHandOver, roundPosting } from '../entities/checklist/rounds/round-rules.ts'
import { openRoundStates } from '../entities/checklist/rounds/round-states.ts'
import { roundStop, visiting } from '../entities/checklist/rounds/round-stop.ts'
import { rounding, roundTask } from '../entities/checklist/rounds/round-task.ts'
import { out } from '../kit/entity/answer.ts'
import { board } from '../kit/entity/board.ts'
import { calendar } from '../kit/entity/calendar.ts'
import { chapter } from '../kit/entity/chapter.ts'
import { due } from '../kit/entity/due.ts'
import { orderKind } from '../kit/entity/order-kind.ts'
import { module } from '../kit/module.ts'
import { checklists } from '../measures/checklists.ts'
import { inspections } from '../measures/inspections.ts'
import { rounds } from '../measures/rounds.ts'

/** Checklists of devices: templates, what is to be checked, and what was found. */
export const checklistModule = module({
  name: 'checklist',
  entities: [
    checklistTemplate,
    checklistItem,
    checklistVersion,
    checklistTask,
    checklistRecord,
    roundRoute,
    roundRouteStop,
    roundTask,
    roundStop,
  ],
  machines: [templatePublishing, filling, rounding, visiting],
  boards: [
    board(checklistTask, {
      heading: ['device'],
      shows: ['template', 'useDept', 'assignee', 'dueDate', 'result'],
      since: ['startedAt', 'finishedAt'],
    }),
  ],
  calendars: [
    calendar(checklistTask, { by: 'dueDate', heading: ['device', 'useDept'] }),
    calendar(roundTask, { by: 'dueDate', heading: ['route', 'assignee'] }),
  ],
  ends: [
    'checklistTask.taskStatus=cancelled',
    'roundStop.stopStatus=skipped',
    'roundStop.stopStatus=cancelled',
    'roundTask.roundStatus=cancelled',
  ],
  calls: [
    templateBatch,
    loadReady,
    planTasks,
    taskBatch,
    correctRecord,
    correctRecords,
    removeRecords,
    ...Object.values(templateLists),
    ...Object.values(taskLists),
    ...Object.values(recordLists),
    ...Object.values(inspectionLists),
    ...Object.values(inspectionRecordLists),
  ],
  json: {
    'checklistVersion.items': out.list(checklistItemShape),
    'checklistTask.answers': checklistAnswers,
    'checklistRecord.entries': out.list(checklistEntry),
  },
  rules: [checklistEnding, checklistHandOver, roundPosting, roundHandOver],
  measures: [checklists, inspections, rounds],
  orders: [
    orderKind(checklistTask, {
      zh: '检查表',
      en: 'Checklist',
      page: '/eam/checklist',
      device: 'device',
      dept: 'useDept',
      what: 'template',
      due: { by: 'dueDate' },
      planned: 'plannedOn',
      person: 'assignee',
      state: 'taskStatus',
      columns: {
        waiting: { states: ['todo'], where: { assignee: '_none' } },
        assigned: { states: ['todo'] },
        working: { states: ['filling'] },
        done: { states: ['finished'] },
      },
      doneAt: 'finishedAt',
      assign: { person: { steps: ['assign'], input: 'assignee', day: 'plannedOn', holds: 'checklistTask.work' } },
    }),
  ],
  dues: [
    due(checklistTask, {
      zh: '检查表',
      en: 'Checklist',
      by: 'dueDate',
      where: { taskStatus: 'todo,filling' },
      about: 'device',
      page: '/eam/checklist',
    }),
    due(roundTask, {
      zh: '巡检任务',
      en: 'Round',
      by: 'dueDate',
      where: { roundStatus: openRoundStates.join() },
      about: 'route',
      page: '/eam/round-task',
    }),
  ],
  chapters: [
    chapter(checklistTask, {
      by: 'device',
      order: 55,
      columns: ['taskNo', 'taskStatus', 'template', 'dueDate', 'finishedAt', 'result', 'findings'],
    }),
  ],
  menu: [
    {
      code: 'checklist',
      zh: '检查管理',
      en: 'Device checks',
      path: '/eam/checklists',
      icon: 'list',
      tops: ['work'],
      children: [
        { code: 'checklistTask', zh: '检查表', en: 'Checklists', path: '/eam/checklist', icon: 'list', entity: 'checklistTask' },
        {
          code: 'checklistRecord',
          zh: '检查记录',
          en: 'Checklist records',
          path: '/eam/checklist-record',
          icon: 'list',
          entity: 'checklistRecord',
        },
        {
          code: 'checklistTemplate',
          zh: '检查表模板',
          en: 'Checklist templates',
          path: '/eam/checklist-template',
          icon: 'list',
          entity: 'checklistTemplate',
        },
        {
          code: 'checklistVersion',
          zh: '检查表版本',
          en: 'Checklist versions',
          path: '/eam/checklist-versions',
          icon: 'list',
          entity: 'checklistVersion',
          isSearchOnly: true,
        },
        { code: 'roundTask', zh: '巡检任务', en: 'Rounds', path: '/eam/round-task', icon: 'list', entity: 'roundTask' },
        { code: 'roundStop', zh: '巡检站点', en: 'Round stops', path: '/eam/round-stop', icon: 'list', entity: 'roundStop' },
        { code: 'roundRoute', zh: '巡检路线', en: 'Round routes', path: '/eam/round-route', icon: 'list', entity: 'roundRoute' },
      ],
    },
  ],
  rights: {
    equipment_manager: ['checklistTemplate.*', 'checklistTask.*', 'checklistRecord.*', 'roundRoute.*', 'roundTask.*', 'roundStop.*'],
    engineer: [
      'checklistTemplate.list',
      'checklistVersion.list',
      'checklistTask.list',
      'checklistTask.submit',
      'checklistTask.work',
      'checklistRecord.list',
      'checklistRecord.submit',
      'roundRoute.list',
      'roundTask.list',
      'roundTask.work',
      'roundStop.list',
    ],
    keeper: ['checklistTemplate.list', 'checklistVersion.list', 'checklistTask.list', 'checklistRecord.list'],
    head: ['checklistTemplate.list', 'checklistVersion.list', 'checklistTask.list', 'checklistRecord.list'],
    provider_engineer: ['checklistVersion.list', 'checklistTask.list'],
  },
  notices: roundNotices,
})
