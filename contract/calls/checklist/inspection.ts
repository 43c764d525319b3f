import { checklistRecord } from '../../entities/checklist/checklist-record.ts'
import { checklistTask } from '../../entities/checklist/checklist-task.ts'
import { lists } from '../../kit/entity/list.ts'

const base = '/sps/hospital/work-order-inspection'
const finished = { useKind: 'inspection', taskStatus: 'finished' } as const

/** Finished inspections with their numbers by result, and one inspection. */
export const inspectionLists = lists(checklistTask, {
  inspected: {
    kind: 'page',
    zh: '已完成的巡检',
    en: 'Finished inspections',
    path: `${base}/inspection-record`,
    where: finished,
    given: { device: 'device', dept: 'useDept' },
    order: { descs: 'finishedAt' },
  },
  inspectedCount: {
    kind: 'count',
    zh: '已完成巡检的结论计数',
    en: 'Finished inspections by result',
    path: `${base}/inspection-record-count`,
    where: finished,
    given: { device: 'device', dept: 'useDept' },
    by: 'result',
  },
  inspection: { kind: 'row', zh: '巡检详情', en: 'Inspection', path: `${base}/details` },
})

/** What an inspection asked and was answered. */
export const inspectionRecordLists = lists(checklistRecord, {
  inspectionRecord: { kind: 'row', zh: '巡检记录详情', en: 'Inspection record', path: `${base}/details-record` },
})
