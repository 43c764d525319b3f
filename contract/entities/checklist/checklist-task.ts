import { entity } from '../../kit/entity/entity.ts'
import { machine, same } from '../../kit/entity/machine.ts'
import { choice, date, flag, ids, integer, json, link, numbering, text, time } from '../../kit/fields/field.ts'
import { plannedOn } from '../../kit/fields/planned-on.ts'
import { devicePauses } from '../asset/device/device-pause.ts'
import { checklistResults, useKind } from './checklist-kinds.ts'

const filled = { zh: '检查结论', en: 'Checklist result' }

/** A checklist of one device that a person fills until a day, by the version that was published when it was made. */
export const checklistTask = entity('checklistTask', {
  zh: '检查表',
  en: 'Checklist',
  many: 'Checklists',
  module: 'checklist',
  path: '/eam/eamdeviceinspectionlist',
  title: 'taskNo',
  called: ['device', 'template'],
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  softDelete: true,
  scope: { dept: 'useDept', persons: ['assignee'] },
  columns: ['taskNo', 'taskStatus', 'device', 'template', 'dueDate'],
  sort: { by: 'createTime', descending: true },
  editable: { taskStatus: ['todo', 'filling'] },
  removable: { taskStatus: ['todo', 'cancelled'] },
  offline: {
    keep: 'write',
    scope: { by: 'dept', field: 'useDept', group: 'checklist', persons: ['assignee'] },
    states: { taskStatus: ['todo', 'filling'] },
    drafts: { zh: '填写检查表', en: 'Fill in checklist' },
    offlineFields: [
      'taskNo',
      'taskStatus',
      'device',
      'useDept',
      'template',
      'templateVersion',
      'assignee',
      'dueDate',
      'plannedOn',
      'answers',
    ],
  },
  fields: {
    taskNo: numbering({ zh: '检查单号', en: 'Checklist no.', list: true, search: true, unique: true, rule: 'XJ-{yyyy}-000000' }),
    taskStatus: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'todo',
      of: {
        todo: { zh: '待检查', en: 'To do', tone: 'plain' },
        filling: { zh: '填写中', en: 'Being filled in', tone: 'busy' },
        finished: { zh: '已完成', en: 'Finished', tone: 'good' },
        cancelled: { zh: '已取消', en: 'Cancelled', tone: 'plain' },
      },
    }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, list: true, goesWith: true }),
    useDept: link({ zh: '使用科室', en: 'Department', to: 'dept', readOnly: true, list: true }),
    template: link({ zh: '检查表模板', en: 'Checklist template', to: 'checklistTemplate', required: true, list: true }),
    templateVersion: link({ zh: '检查表版本', en: 'Checklist version', to: 'checklistVersion', readOnly: true }),
    useKind: { ...useKind, readOnly: true },
    assignee: link({ zh: '执行人', en: 'Assignee', to: 'user', list: true }),
    dueDate: date({ zh: '检查截止日', en: 'Due date', list: true }),
    plannedOn,
    answers: json({ zh: '答案', en: 'Answers' }),
    photos: ids({ zh: '照片和签名', en: 'Photos and signatures', to: 'file', max: 100, group: filled }),
    result: choice({ zh: '检查结论', en: 'Checklist result', readOnly: true, list: true, of: checklistResults, group: filled }),
    abnormalCount: integer({ zh: '异常项数', en: 'Abnormal items', readOnly: true, list: true, group: filled }),
    findings: text({ zh: '异常项目', en: 'Abnormal findings', readOnly: true, multiline: true, max: 4000, group: filled }),
    startedAt: time({ zh: '填写开始时间', en: 'Filling started', readOnly: true, group: filled }),
    finishedAt: time({ zh: '检查完成时间', en: 'Finished', readOnly: true, list: true, group: filled }),
    finishedBy: link({ zh: '完成人', en: 'Finished by', to: 'user', readOnly: true, anywhere: true, group: filled }),
    repair: link({ zh: '维修工单', en: 'Repair order', to: 'repairOrder', readOnly: true, goesWith: true, group: filled }),
    cancelReason: text({ zh: '取消原因', en: 'Cancellation reason', readOnly: true, max: 200, seeded: Object.values(devicePauses) }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})

const { fields } = checklistTask
const reason = text({ zh: '原因', en: 'Reason', required: true, multiline: true, max: 200 })

/** From the plan to the judged result. Saving the first answers begins the filling. */
export const filling = machine(checklistTask, 'taskStatus', {
  begin: { from: ['todo'], to: 'filling', zh: '开始填写', en: 'Start filling in', inner: true, input: {} },
  finish: {
    from: ['todo', 'filling'],
    to: 'finished',
    zh: '完成检查',
    en: 'Finish checklist',
    may: 'checklistTask.work',
    took: true,
    confirm: true,
    offline: { shows: { finishedAt: 'now' } },
    input: {},
  },
  assign: {
    from: ['todo', 'filling'],
    to: same(),
    zh: '指派',
    en: 'Assign person',
    may: 'checklistTask.assign',
    many: true,
    input: {
      assignee: { ...fields.assignee, list: false, required: true },
      dueDate: { ...fields.dueDate, list: false },
      plannedOn: { ...fields.plannedOn, list: false },
    },
  },
  openRepair: {
    from: ['finished'],
    to: same(),
    zh: '转报修',
    en: 'Report a repair',
    may: 'checklistTask.work',
    only: { result: ['abnormal'] },
    offline: true,
    input: {
      faultDescription: text({ zh: '故障描述', en: 'What is wrong', multiline: true, max: 1000 }),
      isStopped: flag({ zh: '设备已不能使用', en: 'Out of service' }),
    },
  },
  correct: { from: ['finished'], to: same(), zh: '更正结果', en: 'Correct the result', inner: true, input: { reason } },
  cancel: {
    from: ['todo', 'filling'],
    to: 'cancelled',
    zh: '取消检查',
    en: 'Cancel checklist',
    may: 'checklistTask.submit',
    many: true,
    sets: { cancelReason: 'said.reason' },
    input: { reason },
  },
})
