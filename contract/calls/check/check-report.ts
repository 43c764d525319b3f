import { checkDept } from '../../entities/check/check-dept.ts'
import { figureNames } from '../../entities/check/check-figures.ts'
import { checkTask } from '../../entities/check/check-task.ts'
import { file, listOf, one, out, pageOf } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { paging } from '../../kit/entity/paging.ts'
import { link } from '../../kit/fields/field.ts'
import { sheetFormat } from '../../kit/sheets/sheet.ts'

type FigureName = (typeof figureNames)[number]

/**
 * The figures of a group of lines: of each result how many and their original value; `changed`: cards that moved since the start; `counted` cards of the
 * book; `accuracy`: matched ÷ book in percent with one decimal, null before anything is counted.
 */
const figures = {
  ...(Object.fromEntries(
    figureNames.flatMap((name) => [
      [name, out.number],
      [`${name}Value`, out.text],
    ]),
  ) as Record<FigureName, typeof out.number> & Record<`${FigureName}Value`, typeof out.text>),
  changed: out.number,
  counted: out.number,
  accuracy: out.nullable(out.number),
} as const
const taskOfCheck = {
  id: out.text,
  checkTitle: out.text,
  checkStatus: out.key(checkTask.fields.checkStatus.of),
  mode: out.nullable(out.key(checkTask.fields.mode.of)),
  beginDate: out.text,
  endDate: out.nullable(out.text),
  startedAt: out.nullable(out.text),
  closedAt: out.nullable(out.text),
  createUserName: out.nullable(out.text),
  /** Whether the person counts in it. */
  isCounter: out.boolean,
} as const
const deptOfCheck = {
  id: out.text,
  version: out.number,
  deptId: out.nullable(out.text),
  deptTitle: out.text,
  deptStatus: out.key(checkDept.fields.deptStatus.of),
  deptStatusValue: out.nullable(out.text),
  round: out.number,
  submittedAt: out.nullable(out.text),
  postedAt: out.nullable(out.text),
  submittedByName: out.nullable(out.text),
  can: out.list(out.text),
  ...figures,
} as const
const placeOfCheck = { locationId: out.nullable(out.text), locationName: out.nullable(out.text), ...figures } as const
const statuses = checkDept.fields.deptStatus.of
const byStatus = Object.fromEntries(Object.keys(statuses).map((status) => [status, out.number])) as Record<
  keyof typeof statuses,
  typeof out.number
>

const check = link({ zh: '盘点任务', en: 'Check', to: 'checkTask' })
const required = { ...check, required: true } as const
const reading = { module: 'check', method: 'GET', may: 'checkLine.list' } as const

/** The departments of a check with their figures. */
export const checkDepts = call('check.depts', {
  ...reading,
  zh: '盘点科室及进度',
  en: 'Check departments',
  path: ['/eam/check/check-dept', '/eam/deviceapplylist/dept-list', '/eam/deviceapplylist/count-by-dept'],
  answers: listOf(deptOfCheck),
  input: { check: required },
})
/** One check in figures: all of it, and its departments by status. */
export const checkStatistics = call('check.statistics', {
  ...reading,
  zh: '盘点统计',
  en: 'Check figures',
  path: '/eam/check/check-dept-statistics',
  answers: one({ ...taskOfCheck, ...figures, departments: out.number, ...byStatus }),
  input: { check: required },
})
/** Figures of a check: all, by department and by location; what the printed report shows. */
export const checkReport = call('check.report', {
  ...reading,
  zh: '盘点报告',
  en: 'Inventory report',
  path: '/eam/check/dept-check-report',
  answers: one({
    check: out.object(taskOfCheck),
    total: out.object(figures),
    depts: out.list(deptOfCheck),
    locations: out.list(placeOfCheck),
  }),
  input: { check: required },
})
/** The report as a sheet. */
export const checkReportExport = call('check.reportExport', {
  ...reading,
  may: 'checkLine.export',
  zh: '导出盘点报告',
  en: 'Export a check report',
  path: '/eam/check/dept-check-report-export',
  answers: file,
  input: {
    check: required,
    format: sheetFormat,
  },
})
/** Figures of the checks of one page of their list. */
export const checkProgress = call('check.progress', {
  ...reading,
  may: 'checkTask.list',
  zh: '盘点进度',
  en: 'Check progress',
  path: '/eam/check/progress',
  answers: listOf({ id: out.text, ...figures }),
  input: { checks: { kind: 'ids', zh: '盘点任务', en: 'Checks', to: 'checkTask', required: true, max: 200 } },
})
/** The locations of a check with their figures; where nothing is counted there is none. */
export const checkLocations = call('check.locations', {
  ...reading,
  zh: '按位置汇总',
  en: 'Check by location',
  path: '/eam/deviceapplylist/applyListGroupByLocationId',
  answers: listOf(placeOfCheck),
  input: { check: required },
})
/** The same, page by page. */
export const checkLocationPage = call('check.locationPage', {
  ...reading,
  zh: '按位置汇总（分页）',
  en: 'Check by location, paged',
  path: '/eam/deviceapplylist/applyListGroupByLocationIdPage',
  answers: pageOf(placeOfCheck),
  input: { ...paging, check: required },
})
