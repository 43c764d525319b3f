import { checklistRecord } from '../../entities/checklist/checklist-record.ts'
import { checklistTask } from '../../entities/checklist/checklist-task.ts'
import { checklistTemplate } from '../../entities/checklist/checklist-template.ts'
import { listOf, one, out, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { lists } from '../../kit/entity/list.ts'
import { choice, flag, ids, integer, items, json, link, text } from '../../kit/fields/field.ts'

const writing = { module: 'checklist', method: 'POST', writes: true } as const

const id = text({ zh: '编号', en: 'ID', required: true, max: 36 })
const version = integer({ zh: '版本', en: 'Version', required: true, min: 0 })

/** Sets the use of templates, or takes them out of use; all or none. */
export const templateBatch = call('checklistTemplate.batchUpdate', {
  ...writing,
  zh: '批量修改模板',
  en: 'Bulk edit templates',
  path: `${checklistTemplate.path}/batchUpdate`,
  may: 'checklistTemplate.submit',
  changes: ['checklistTemplate'],
  answers: listOf(saved),
  input: {
    templates: items({ zh: '检查表模板', en: 'Checklist templates', required: true, max: 200, fields: { id, version } }),
    useKind: choice({ zh: '检查用途', en: 'Checklist use', of: checklistTemplate.fields.useKind.of }),
    isInactive: flag({ zh: '停用', en: 'Inactive' }),
  },
})

/** Adds the ready templates that this hospital never loaded, published, in one language. */
export const loadReady = call('checklistTemplate.loadReady', {
  ...writing,
  zh: '载入内置模板',
  en: 'Load ready templates',
  path: `${checklistTemplate.path}/load-ready`,
  may: 'checklistTemplate.submit',
  changes: ['checklistTemplate', 'checklistVersion'],
  answers: one({ made: out.number }),
  input: { language: choice({ zh: '语言', en: 'Language', of: { zh: { zh: '中文', en: 'Chinese' }, en: { zh: '英文', en: 'English' } } }) },
})

/** Makes a checklist for each of these devices that has none open by the template. */
export const planTasks = call('checklistTask.plan', {
  ...writing,
  zh: '按模板安排检查',
  en: 'Plan checklists',
  path: `${checklistTask.path}/plan`,
  may: 'checklistTask.submit',
  changes: ['checklistTask'],
  answers: one({ made: out.number, skipped: out.number }),
  input: {
    template: checklistTask.fields.template,
    devices: ids({ zh: '设备', en: 'Devices', to: 'device', max: 500 }),
    classify: link({ zh: '医疗器械分类', en: 'Device class', to: 'deviceClass' }),
    useDept: link({ zh: '使用科室', en: 'Department', to: 'dept' }),
    assignee: checklistTask.fields.assignee,
    dueDate: checklistTask.fields.dueDate,
  },
})

/** Finishes checklists or gives them to a person, each by its version; all or none. */
export const taskBatch = call('checklistTask.batchUpdate', {
  ...writing,
  zh: '批量处理检查表',
  en: 'Bulk update checklists',
  path: `${checklistTask.path}/batchUpdate`,
  may: 'checklistTask.work',
  changes: ['checklistTask', 'checklistRecord', 'device'],
  answers: listOf(saved),
  input: {
    act: choice({
      zh: '操作',
      en: 'Action',
      required: true,
      of: { finish: { zh: '完成检查', en: 'Finish checklist' }, assign: { zh: '指派', en: 'Assign person' } },
    }),
    tasks: items({ zh: '检查表', en: 'Checklists', required: true, max: 200, fields: { id, version } }),
    assignee: link({ zh: '执行人', en: 'Assignee', to: 'user' }),
    dueDate: { ...checklistTask.fields.dueDate, list: false },
  },
})

const correction = {
  id,
  answers: json({ zh: '答案', en: 'Answers', required: true }),
  reason: text({ zh: '更正原因', en: 'Correction reason', required: true, max: 200 }),
} as const

/** Corrects the newest record of a checklist by a further record; the record itself stays as it is. */
export const correctRecord = call('checklistRecord.correct', {
  ...writing,
  zh: '更正检查记录',
  en: 'Correct a checklist record',
  path: `${checklistRecord.path}/submit`,
  may: 'checklistRecord.submit',
  changes: ['checklistRecord', 'checklistTask'],
  answers: one(saved),
  input: correction,
})

/** The same for several records; all or none. */
export const correctRecords = call('checklistRecord.batchUpdate', {
  ...writing,
  zh: '批量更正检查记录',
  en: 'Correct several checklist records',
  path: `${checklistRecord.path}/batchUpdate`,
  may: 'checklistRecord.submit',
  changes: ['checklistRecord', 'checklistTask'],
  answers: listOf(saved),
  input: { records: items({ zh: '检查记录', en: 'Checklist records', required: true, max: 100, fields: correction }) },
})

/** Is always refused: records of checklists stay. */
export const removeRecords = call('checklistRecord.remove', {
  ...writing,
  zh: '删除检查记录',
  en: 'Delete checklist records',
  path: `${checklistRecord.path}/remove`,
  may: 'checklistRecord.submit',
  changes: [],
  answers: one({ removed: out.number }),
  input: { ids: ids({ zh: '检查记录', en: 'Checklist records', to: 'checklistRecord', required: true, max: 500 }) },
})

export const templateLists = lists(checklistTemplate, {
  all: { kind: 'page', zh: '全部检查表模板', en: 'All checklist templates', path: 'listNoPage', order: { ascs: 'templateName' } },
})

export const taskLists = lists(checklistTask, {
  all: { kind: 'page', zh: '全部检查表', en: 'All checklists', path: 'listNoPage' },
  plans: { kind: 'page', zh: '巡检计划', en: 'Inspection plans', path: '/sps/inspectionplan/list' },
  planRow: { kind: 'row', zh: '巡检计划详情', en: 'Inspection plan', path: '/sps/inspectionplan/detail' },
})

export const recordLists = lists(checklistRecord, {
  all: { kind: 'page', zh: '全部检查记录', en: 'All checklist records', path: 'listNoPage' },
})
