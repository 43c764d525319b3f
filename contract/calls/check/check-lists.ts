import { checkDept } from '../../entities/check/check-dept.ts'
import { checkLine } from '../../entities/check/check-line.ts'
import { checkScan } from '../../entities/check/check-scan.ts'
import { checkTask } from '../../entities/check/check-task.ts'
import { lists } from '../../kit/entity/list.ts'

const ofLines = '/eam/deviceapplylist'

/** The lines of checks, as the list of lines filters them; `apply` and `location` are other names of its filters. */
export const checkLineLists = lists(checkLine, {
  page: {
    call: 'check.linePage',
    kind: 'page',
    zh: '盘点明细',
    en: 'Check lines',
    path: [
      '/eam/check/dept-device-list',
      ...['apply-list-by-dept', 'list-location-dept-apply', 'applyListByLocationIdPage', 'getApplyListByApplyId'].map(
        (name) => `${ofLines}/${name}`,
      ),
    ],
    given: { check: 'check', apply: 'check', dept: 'dept', bookLocation: 'bookLocation', location: 'bookLocation' },
  },
  ofDevice: {
    call: 'check.deviceCycle',
    kind: 'page',
    zh: '设备历次盘点',
    en: 'Device check history',
    path: 'device-cycle-list',
    given: { device: 'device' },
    need: ['device'],
    order: { descs: 'createTime' },
  },
})
/** The observations of a check. */
export const checkScanLists = lists(checkScan, {
  ofCheck: {
    call: 'check.scans',
    kind: 'page',
    zh: '盘点记录',
    en: 'Count records',
    path: '/eam/eventtypecheck/getCheckListByApplyId',
    given: { apply: 'check' },
    need: ['apply'],
  },
  records: {
    kind: 'page',
    zh: '盘点记录查询',
    en: 'Count records',
    path: ['/eam/devicecheckrecord/select-record', '/eam/devicecheckrecord/page-time-user'],
    given: { user: 'user' },
  },
})
/** The departments of checks. */
export const checkDeptLists = lists(checkDept, {
  records: {
    kind: 'page',
    zh: '各科室盘点情况',
    en: 'Checks by department',
    path: '/eam/devicecheckrecord/page-dept',
    given: { dept: 'dept', check: 'check' },
  },
})
/** How many checks stand in each state. */
export const checkTaskLists = lists(checkTask, {
  byStatus: {
    call: 'check.statusCount',
    kind: 'count',
    zh: '盘点任务数',
    en: 'Checks by status',
    path: 'status-count',
    by: 'checkStatus',
    as: ['status', 'statusValue'],
  },
})
