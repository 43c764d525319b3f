import { ambulanceDevices, ambulanceLineLists, ambulanceLists } from '../calls/check/ambulance-lists.ts'
import * as checking from '../calls/check/check.ts'
import * as boards from '../calls/check/check-board.ts'
import { checkDeptLists, checkLineLists, checkScanLists, checkTaskLists } from '../calls/check/check-lists.ts'
import * as reports from '../calls/check/check-report.ts'
import { ambulanceCheck } from '../entities/check/ambulance-check.ts'
import { ambulanceCheckLine } from '../entities/check/ambulance-check-line.ts'
import { ambulanceItem } from '../entities/check/ambulance-item.ts'
import { ambulanceNotices } from '../entities/check/ambulance-notices.ts'
import { ambulanceVehicle } from '../entities/check/ambulance-vehicle.ts'
import { checkDept, checkDeptFlow } from '../entities/check/check-dept.ts'
import { checkLine } from '../entities/check/check-line.ts'
import { checkMember } from '../entities/check/check-member.ts'
import { checkNotices } from '../entities/check/check-notices.ts'
import { checkReview, checkReviewFlow } from '../entities/check/check-review.ts'
import { checkHandOver, checkPosting, shiftHandOver } from '../entities/check/check-rules.ts'
import { checkScan } from '../entities/check/check-scan.ts'
import { checkFlow, checkTask } from '../entities/check/check-task.ts'
import { checkHome } from '../home/check-home.ts'
import { board } from '../kit/entity/board.ts'
import { due } from '../kit/entity/due.ts'
import { module } from '../kit/module.ts'
import { ambulanceChecks } from '../measures/ambulance-checks.ts'
import { checkLines } from '../measures/check-lines.ts'
import { checks } from '../measures/checks.ts'
import { countRecords } from '../measures/count-records.ts'

/** Inventory checks. */
export const checkModule = module({
  name: 'check',
  entities: [
    checkTask,
    checkDept,
    checkLine,
    checkMember,
    checkScan,
    checkReview,
    ambulanceCheck,
    ambulanceCheckLine,
    ambulanceVehicle,
    ambulanceItem,
  ],
  machines: [checkFlow, checkDeptFlow, checkReviewFlow],
  boards: [
    board(checkTask, { shows: ['mode', 'beginDate', 'endDate', 'lineCount'], since: ['startedAt', 'closedAt'] }),
    board(checkDept, {
      ...{ shows: ['round', 'bookCount', 'submittedBy'], since: ['roundAt', 'submittedAt', 'postedAt'] },
      lanes: ['dept', 'submittedBy'],
    }),
    board(checkReview, { shows: ['lineResult', 'scanResult', 'seenLocation', 'seenBy'], since: ['seenAt'], lanes: ['check', 'seenBy'] }),
  ],
  ends: ['checkTask.checkStatus=closed', 'checkReview.reviewStatus=kept', 'checkReview.reviewStatus=taken'],
  calls: [
    ...Object.values(checking),
    ...Object.values(reports),
    ...Object.values(boards),
    ...Object.values(checkLineLists),
    ...Object.values(checkScanLists),
    ...Object.values(checkDeptLists),
    ...Object.values(checkTaskLists),
    ...Object.values(ambulanceLists),
    ...Object.values(ambulanceLineLists),
    ...Object.values(ambulanceDevices),
  ],
  rules: [checkPosting, checkHandOver, shiftHandOver],
  measures: [checkLines, checks, countRecords, ambulanceChecks],
  dues: [due(checkTask, { zh: '盘点截止', en: 'Check ends', by: 'endDate', where: { checkStatus: 'open' }, page: '/eam/check' })],
  menu: [
    {
      code: 'checking',
      zh: '盘点管理',
      en: 'Inventory checks',
      path: '/eam/checking',
      icon: 'check',
      tops: ['work'],
      children: [
        {
          code: 'checkTask',
          zh: '盘点任务',
          en: 'Checks',
          path: '/eam/check',
          icon: 'check',
          entity: 'checkTask',
          also: ['checkLine', 'checkDept'],
        },
        { code: 'checkReview', zh: '盘点复核', en: 'Reviews', path: '/eam/check-review', icon: 'list', entity: 'checkReview' },
        {
          code: 'checkScan',
          zh: '盘点记录',
          en: 'Count records',
          path: '/eam/check-scan',
          icon: 'list',
          entity: 'checkScan',
          isSearchOnly: true,
        },
        {
          code: 'ambulanceCheck',
          zh: '急救检查',
          en: 'Emergency checks',
          path: '/eam/ambulance-check',
          icon: 'check',
          entity: 'ambulanceCheck',
          also: ['ambulanceCheckLine'],
        },
        {
          code: 'ambulanceVehicle',
          zh: '急救车清单',
          en: 'Trolley lists',
          path: '/eam/ambulance-vehicle',
          icon: 'list',
          entity: 'ambulanceVehicle',
          also: ['ambulanceItem'],
        },
      ],
    },
  ],
  rights: {
    equipment_manager: ['checkTask.*', 'checkLine.*', 'ambulanceCheck.*', 'ambulanceCheckLine.*', 'ambulanceVehicle.*', 'ambulanceItem.*'],
    engineer: ['checkTask.list', 'checkDept.list', 'checkLine.list', 'checkLine.scan', 'checkScan.list'],
    keeper: [
      'checkTask.list',
      'checkDept.list',
      'checkLine.list',
      'checkLine.scan',
      'checkScan.list',
      'ambulanceCheck.list',
      'ambulanceCheck.submit',
      'ambulanceCheckLine.list',
      'ambulanceVehicle.list',
      'ambulanceItem.list',
    ],
    head: [
      'ambulanceCheck.list',
      'ambulanceCheckLine.list',
      'ambulanceVehicle.list',
      'ambulanceItem.list',
      'checkTask.list',
      'checkDept.list',
      'checkLine.list',
      'checkScan.list',
      'checkReview.list',
    ],
    warehouse_keeper: ['checkTask.list', 'checkDept.list', 'checkLine.list', 'checkLine.scan'],
  },
  notices: {
    kinds: { ...checkNotices.kinds, ...ambulanceNotices.kinds },
    targets: { ...checkNotices.targets, ...ambulanceNotices.targets },
  },
  home: checkHome,
})
