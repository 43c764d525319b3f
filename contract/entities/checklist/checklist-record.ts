import { entity } from '../../kit/entity/entity.ts'
import { choice, ids, integer, json, link, text, time } from '../../kit/fields/field.ts'
import { checklistResults, useKind } from './checklist-kinds.ts'

/** What a finished checklist asked and was answered, with texts, limits and units as they were. A correction is a further record. */
export const checklistRecord = entity('checklistRecord', {
  zh: '检查记录',
  en: 'Checklist record',
  many: 'Checklist records',
  module: 'checklist',
  path: '/eam/eamdeviceinspectionlisthistory',
  title: 'recordNo',
  called: ['device', 'templateName'],
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  append: true,
  scope: { through: 'task' },
  sort: { by: 'createTime', descending: true },
  emptyAdvice: { zh: '完成检查表后产生', en: 'Finishing a checklist creates one' },
  fields: {
    recordNo: text({ zh: '记录编号', en: 'Record no.', required: true, readOnly: true, list: true, search: true, unique: true, max: 60 }),
    task: link({ zh: '检查表', en: 'Checklist', to: 'checklistTask', required: true, readOnly: true, list: true }),
    device: link({ zh: '设备', en: 'Device', to: 'device', readOnly: true, list: true, goesWith: true }),
    deptName: text({ zh: '使用科室', en: 'Department', readOnly: true, list: true, max: 200 }),
    templateName: text({ zh: '模板名称', en: 'Template', readOnly: true, list: true, search: true, max: 100 }),
    versionNo: integer({ zh: '版本', en: 'Version', readOnly: true, list: true }),
    useKind: { ...useKind, readOnly: true },
    result: choice({ zh: '检查结论', en: 'Checklist result', readOnly: true, list: true, of: checklistResults }),
    abnormalCount: integer({ zh: '异常项数', en: 'Abnormal items', readOnly: true, list: true }),
    findings: text({ zh: '异常项目', en: 'Abnormal findings', readOnly: true, multiline: true, max: 4000 }),
    filledBy: link({ zh: '填写人', en: 'Filled in by', to: 'user', readOnly: true, anywhere: true, list: true }),
    filledAt: time({ zh: '填写时间', en: 'Filled in', readOnly: true, list: true }),
    entries: json({ zh: '答案', en: 'Answers', readOnly: true }),
    photos: ids({ zh: '照片和签名', en: 'Photos and signatures', to: 'file', readOnly: true, max: 100 }),
    corrects: link({ zh: '更正的记录', en: 'Corrected record', to: 'checklistRecord', readOnly: true, goesWith: true }),
    reason: text({ zh: '更正原因', en: 'Correction reason', readOnly: true, max: 200 }),
  },
})
