import { applyLineCalls, applyLineLists } from '../calls/custody/apply-lines.ts'
import {
  applyDevices,
  applyLists,
  applySets,
  auditUse,
  custodyHistories,
  custodyOn,
  deviceUseLists,
  handOverCode,
  setLoans,
  takeBackSet,
  useRecordLists,
} from '../calls/custody/custody.ts'
import { courseOfEvent } from '../calls/record/event-types.ts'
import { applyApproval } from '../entities/custody/apply-approval.ts'
import { applyFlow } from '../entities/custody/apply-flow.ts'
import { custodyNotices } from '../entities/custody/custody-notices.ts'
import { applyHandOver, custodyOfCard, overdueCount } from '../entities/custody/custody-rules.ts'
import { deviceApply } from '../entities/custody/device-apply.ts'
import { deviceApplyItem } from '../entities/custody/device-apply-item.ts'
import { deviceUse } from '../entities/custody/device-use.ts'
import { deviceUseMachine } from '../entities/custody/device-use-machine.ts'
import { eventProcess } from '../entities/custody/event-process.ts'
import { eventTypeConfig } from '../entities/custody/event-type-config.ts'
import { authorising, useAuthorisation } from '../entities/custody/use-authorisation.ts'
import { useAuthorisationImport } from '../entities/custody/use-authorisation-import.ts'
import { deviceUseRecord } from '../entities/custody/use-record.ts'
import { custodyHome } from '../home/custody-home.ts'
import { board } from '../kit/entity/board.ts'
import { chapter } from '../kit/entity/chapter.ts'
import { due } from '../kit/entity/due.ts'
import { module } from '../kit/module.ts'
import { applications } from '../measures/applications.ts'
import { deviceUses } from '../measures/device-uses.ts'

/** Applications, hand-overs, and who has a device. */
export const custodyModule = module({
  name: 'custody',
  entities: [deviceApply, deviceApplyItem, deviceUse, deviceUseRecord, useAuthorisation, eventTypeConfig, eventProcess],
  machines: [applyFlow, deviceUseMachine, authorising],
  boards: [
    board(deviceApply, { shows: ['type', 'deviceName', 'useDept', 'applicant'], since: ['submittedAt', 'decidedAt', 'closedAt'] }),
    board(deviceUse, {
      heading: ['card'],
      shows: ['eventType', 'fromDept', 'toDept', 'receiver', 'returnTime'],
      since: ['handedAt', 'receivedAt', 'givenBackAt', 'actualReturnTime'],
    }),
  ],
  ends: [
    'deviceApply.status=cancelled',
    'deviceApply.status=ended',
    'deviceApply.status=finished',
    'deviceUse.status=cancelled',
    'deviceUse.status=returned',
    'useAuthorisation.authorisationState=withdrawn',
  ],
  calls: [
    auditUse,
    handOverCode,
    custodyOn,
    courseOfEvent,
    applyDevices,
    applySets,
    setLoans,
    takeBackSet,
    ...Object.values(deviceUseLists),
    ...Object.values(useRecordLists),
    ...Object.values(custodyHistories),
    ...Object.values(applyLists),
    ...Object.values(applyLineLists),
    ...applyLineCalls.map(({ of }) => of),
  ],
  approvals: [applyApproval],
  rules: [custodyOfCard, overdueCount, applyHandOver],
  measures: [deviceUses, applications],
  home: custodyHome,
  dues: [
    due(deviceUse, {
      zh: '借用归还',
      en: 'Loan due back',
      by: 'returnTime',
      where: { eventType: 'borrow', status: 'received,returning' },
      about: 'card',
      page: '/eam/device-use',
    }),
    due(useAuthorisation, {
      zh: '操作授权到期',
      en: 'Authorisation ends',
      by: 'validUntil',
      where: { authorisationState: 'valid' },
      page: '/eam/use-authorisation',
    }),
  ],
  chapters: [
    chapter(deviceUse, {
      by: 'card',
      order: 20,
      columns: ['useNo', 'eventType', 'status', 'fromDept', 'toDept', 'handedAt', 'returnTime', 'actualReturnTime'],
    }),
  ],
  menu: [
    {
      code: 'custody',
      zh: '使用管理',
      en: 'Device use',
      path: '/eam/use',
      icon: 'custody',
      tops: ['work'],
      children: [
        {
          code: 'deviceApply',
          zh: '使用申请',
          en: 'Applications',
          path: '/eam/apply',
          icon: 'custody',
          entity: 'deviceApply',
          also: ['deviceApplyItem'],
        },
        {
          code: 'deviceUse',
          zh: '使用记录',
          en: 'Use records',
          path: '/eam/device-use',
          icon: 'list',
          entity: 'deviceUse',
          also: ['deviceUseRecord'],
        },
        {
          code: 'deviceUseRecord',
          zh: '交接记录',
          en: 'Hand-over records',
          path: '/eam/use-record',
          icon: 'list',
          entity: 'deviceUseRecord',
          isSearchOnly: true,
        },
        {
          code: 'useAuthorisation',
          zh: '操作授权',
          en: 'Use authorisations',
          path: '/eam/use-authorisation',
          icon: 'list',
          entity: 'useAuthorisation',
        },
        {
          code: 'eventTypeConfig',
          zh: '申请类型配置',
          en: 'Application types',
          path: '/eam/eventtypeconfig',
          icon: 'list',
          entity: 'eventTypeConfig',
        },
        {
          code: 'eventProcess',
          zh: '申请过程备注',
          en: 'Application remarks',
          path: '/eam/eventprocess',
          icon: 'list',
          entity: 'eventProcess',
          isSearchOnly: true,
        },
      ],
    },
  ],
  rights: {
    equipment_manager: [
      'useAuthorisation.*',
      'deviceApply.*',
      'deviceApplyItem.*',
      'deviceUse.*',
      'deviceUseRecord.*',
      'eventTypeConfig.*',
      'eventProcess.*',
    ],
    engineer: [
      'useAuthorisation.list',
      'deviceApply.list',
      'eventTypeConfig.list',
      'eventProcess.list',
      'deviceApplyItem.list',
      'deviceUse.list',
      'deviceUseRecord.list',
    ],
    keeper: [
      'useAuthorisation.list',
      'deviceApply.list',
      'deviceApply.submit',
      'deviceApply.remove',
      'deviceApplyItem.list',
      'deviceUse.list',
      'deviceUse.give',
      'deviceUse.take',
      'deviceUseRecord.*',
      'eventTypeConfig.list',
      'eventProcess.*',
    ],
    head: [
      'useAuthorisation.list',
      'useAuthorisation.submit',
      'deviceApply.list',
      'deviceApply.submit',
      'deviceApply.remove',
      'deviceApplyItem.list',
      'deviceUse.list',
      'deviceUse.give',
      'deviceUse.take',
      'deviceUseRecord.*',
      'eventTypeConfig.list',
      'eventProcess.*',
    ],
    warehouse_keeper: [
      'useAuthorisation.list',
      'deviceApply.list',
      'deviceApply.submit',
      'deviceApply.remove',
      'deviceApply.execute',
      'deviceApplyItem.list',
      'deviceUse.list',
      'deviceUse.give',
      'deviceUse.take',
      'deviceUseRecord.*',
      'eventTypeConfig.list',
      'eventProcess.*',
    ],
  },
  imports: { useAuthorisation: useAuthorisationImport },
  notices: custodyNotices,
})
