import { checklistTask } from '../entities/checklist/checklist-task.ts'
import { measure } from '../kit/figures/measure.ts'

const base = '/sps/hospital/work-order-inspection'

/** How many inspections are planned, how many are done, and what they found. */
export const inspections = measure('inspections', checklistTask, {
  zh: '巡检统计',
  en: 'Inspections',
  module: 'checklist',
  path: '/eam/measure/inspections',
  page: '/eam/checklist',
  where: { useKind: 'inspection', taskStatus: 'todo,filling,finished' },
  filters: ['taskStatus', 'useDept', 'assignee', 'template', 'device', 'result'],
  period: 'dueDate',
  groups: {
    month: { by: 'dueDate', as: 'month', words: { zh: '应巡检月份', en: 'Due month' } },
    taskStatus: { by: 'taskStatus' },
    useDept: { by: 'useDept' },
    assignee: { by: 'assignee' },
    template: { by: 'template' },
    device: { by: 'device' },
    result: { by: 'result' },
  },
  figures: {
    count: {
      kind: 'count',
      zh: '巡检数',
      en: 'Inspections',
      unit: 'lines',
      formula: { zh: '数据范围内的巡检检查表数，不含已取消。', en: 'Inspection checklists in your data scope that are not cancelled.' },
    },
    done: {
      kind: 'count',
      where: { taskStatus: 'finished' },
      zh: '已完成巡检',
      en: 'Inspections done',
      unit: 'lines',
      formula: { zh: '其中已完成的检查表数。', en: 'Checklists of these that are finished.' },
    },
    completion: {
      kind: 'ratio',
      part: { taskStatus: 'finished' },
      zh: '巡检完成率',
      en: 'Inspection completion',
      unit: 'percent',
      formula: {
        zh: '巡检完成率 = 已完成的巡检 ÷ 全部未取消的巡检。',
        en: 'Inspection completion = finished inspections ÷ all inspections that are not cancelled.',
      },
    },
    abnormal: {
      kind: 'count',
      where: { result: 'abnormal' },
      zh: '异常巡检',
      en: 'Abnormal inspections',
      unit: 'lines',
      formula: { zh: '其中结论为异常的检查表数。', en: 'Checklists of these with an abnormal result.' },
    },
    passed: {
      kind: 'ratio',
      where: { taskStatus: 'finished' },
      part: { result: 'normal' },
      zh: '巡检正常率',
      en: 'Normal rate',
      unit: 'percent',
      formula: { zh: '巡检正常率 = 结论正常的巡检 ÷ 已完成的巡检。', en: 'Normal rate = normal inspections ÷ finished inspections.' },
    },
  },
  reports: {
    all: { zh: '巡检月报', en: 'Inspections by month', path: `${base}/all-report`, group: 'month' },
    byDept: { zh: '科室巡检报表', en: 'Inspections by department', path: `${base}/dept-report`, group: 'useDept' },
  },
})
