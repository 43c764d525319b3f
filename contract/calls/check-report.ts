import { call } from '../kit/call.ts'
import { choice, link } from '../kit/field.ts'
import { page } from './asset.ts'

const check = link({ zh: '盘点任务', en: 'Check', to: 'checkTask' })
const required = { ...check, required: true } as const
const dept = link({ zh: '盘点科室', en: 'Department', to: 'dept' })
const location = link({ zh: '位置', en: 'Location', to: 'location' })
const reading = { area: 'check', method: 'GET', may: 'checkLine.list' } as const

/** The departments of a check with their figures. */
export const checkDepts = call('check.depts', {
  ...reading,
  zh: '盘点科室及进度',
  en: 'Departments of a check',
  path: ['/eam/check/check-dept', '/eam/deviceapplylist/dept-list', '/eam/deviceapplylist/count-by-dept'],
  answers: 'list',
  input: { check: required },
})
/** One check in figures: all of it, and its departments by status. */
export const checkStatistics = call('check.statistics', {
  ...reading,
  zh: '盘点统计',
  en: 'Figures of a check',
  path: '/eam/check/check-dept-statistics',
  answers: 'one',
  input: { check: required },
})
/** Figures of a check: all, by department and by location; what the printed report shows. */
export const checkReport = call('check.report', {
  ...reading,
  zh: '盘点报告',
  en: 'Report of a check',
  path: '/eam/check/dept-check-report',
  answers: 'one',
  input: { check: required },
})
/** The report as a sheet. */
export const checkReportExport = call('check.reportExport', {
  ...reading,
  may: 'checkLine.export',
  zh: '导出盘点报告',
  en: 'Export the report of a check',
  path: '/eam/check/dept-check-report-export',
  answers: 'file',
  input: {
    check: required,
    format: choice({ zh: '格式', en: 'Format', of: { xlsx: { zh: 'XLSX', en: 'XLSX' }, csv: { zh: 'CSV', en: 'CSV' } } }),
  },
})
/** How many checks stand in each state. */
export const checkStatusCount = call('check.statusCount', {
  ...reading,
  may: 'checkTask.list',
  zh: '盘点任务数',
  en: 'Checks by state',
  path: '/eam/check/status-count',
  answers: 'list',
  input: {},
})
/** Figures of the checks of one page of their list. */
export const checkProgress = call('check.progress', {
  ...reading,
  may: 'checkTask.list',
  zh: '盘点进度',
  en: 'Progress of checks',
  path: '/eam/check/progress',
  answers: 'list',
  input: { checks: { kind: 'ids', zh: '盘点任务', en: 'Checks', to: 'checkTask', required: true, max: 200 } },
})
/** The lines of a department, a location or a whole check, as the list of lines filters them. */
export const checkLinePage = call('check.linePage', {
  ...reading,
  zh: '盘点明细',
  en: 'Lines of a check',
  path: [
    '/eam/check/dept-device-list',
    '/eam/deviceapplylist/apply-list-by-dept',
    '/eam/deviceapplylist/list-location-dept-apply',
    '/eam/deviceapplylist/applyListByLocationIdPage',
    '/eam/deviceapplylist/getApplyListByApplyId',
  ],
  answers: 'page',
  input: { ...page, check, apply: check, dept, bookLocation: location, location },
})
/** The locations of a check with their figures; where nothing is counted there is none. */
export const checkLocations = call('check.locations', {
  ...reading,
  zh: '按位置汇总',
  en: 'A check by location',
  path: '/eam/deviceapplylist/applyListGroupByLocationId',
  answers: 'list',
  input: { check: required },
})
/** The same, page by page. */
export const checkLocationPage = call('check.locationPage', {
  ...reading,
  zh: '按位置汇总（分页）',
  en: 'A check by location, paged',
  path: '/eam/deviceapplylist/applyListGroupByLocationIdPage',
  answers: 'page',
  input: { ...page, check: required },
})
/** The lines of one device through all checks that the person sees, the newest first. */
export const deviceCycle = call('check.deviceCycle', {
  ...reading,
  zh: '设备历次盘点',
  en: 'Checks of a device',
  path: '/eam/deviceapplylist/device-cycle-list',
  answers: 'page',
  input: { ...page, device: link({ zh: '设备', en: 'Device', to: 'device', required: true }) },
})
/** The observations of a check. */
export const checkScans = call('check.scans', {
  ...reading,
  may: 'checkScan.list',
  zh: '盘点记录',
  en: 'Observations of a check',
  path: '/eam/eventtypecheck/getCheckListByApplyId',
  answers: 'page',
  input: { ...page, apply: required },
})
