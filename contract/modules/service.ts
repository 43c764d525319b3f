import { deviceAvailability } from '../calls/service/availability.ts'
import { deviceCover } from '../calls/service/cover.ts'
import { dispatchBoard, dispatchCards, dispatchDay, dispatchPlan } from '../calls/service/dispatch.ts'
import {
  certificateTerms,
  confirmOpening,
  finishMeasures,
  measureLists,
  openingState,
  orderMeasures,
  supplementMeasure,
} from '../calls/service/metrology.ts'
import { metrologyLedger, metrologyLedgerFile, metrologyPlan, metrologyPlanFile } from '../calls/service/metrology-plan.ts'
import { onCallNow, onCallWeek } from '../calls/service/on-call.ts'
import { messageCalls } from '../calls/service/order-messages.ts'
import {
  collectRepair,
  openRepairs,
  quickSave,
  repairBatch,
  repairEngineers,
  repairLists,
  repairsOfApply,
  reportRepairs,
} from '../calls/service/repair.ts'
import {
  deviceStateCounts,
  manufacturerDevices,
  proposeCard,
  providerCounts,
  providerDevices,
  providerOrderLists,
  reminder,
  reminderWait,
  serviceOrderDetail,
  serviceOrderLists,
  serviceTeams,
} from '../calls/service/sharing.ts'
import { notPaused } from '../entities/asset/device/device-pause.ts'
import { cardProposal, proposalFlow } from '../entities/service/card-proposal.ts'
import { contractDevice } from '../entities/service/contracts/contract-device.ts'
import { contracting } from '../entities/service/contracts/contract-flow.ts'
import { contractImport } from '../entities/service/contracts/contract-import.ts'
import { contractInstalment, contractPaying } from '../entities/service/contracts/contract-instalment.ts'
import { contractKeeping, invoicePosting } from '../entities/service/contracts/contract-rules.ts'
import { invoicing } from '../entities/service/contracts/invoice-flow.ts'
import { serviceContract } from '../entities/service/contracts/service-contract.ts'
import { serviceInvoice } from '../entities/service/contracts/service-invoice.ts'
import { serviceInvoiceLine } from '../entities/service/contracts/service-invoice-line.ts'
import { repairImport } from '../entities/service/imports/repair-import.ts'
import { labelReportFlow } from '../entities/service/label/label-flow.ts'
import { labelReport } from '../entities/service/label/label-report.ts'
import { metrologyCard } from '../entities/service/metrology-card.ts'
import { metrologyCatalog } from '../entities/service/metrology-catalog.ts'
import { metrologyImport } from '../entities/service/metrology-import.ts'
import { metrologyOpening } from '../entities/service/metrology-opening.ts'
import { measuring, metrologyRecord } from '../entities/service/metrology-record.ts'
import { metrologyPosting } from '../entities/service/metrology-rules.ts'
import { onCallMenu } from '../entities/service/oncall/on-call-menu.ts'
import { onCallRota } from '../entities/service/oncall/on-call-rota.ts'
import { onCallRules } from '../entities/service/oncall/on-call-rules.ts'
import { onCallShift } from '../entities/service/oncall/on-call-shift.ts'
import { orderMessage } from '../entities/service/order-message.ts'
import { planApproval } from '../entities/service/plan-approval.ts'
import { providerOrder } from '../entities/service/provider-order.ts'
import { repairFlow } from '../entities/service/repair-flow.ts'
import { repairOrder } from '../entities/service/repair-order.ts'
import { repairPart } from '../entities/service/repair-part.ts'
import { labelPosting, orderHandOver, repairEnding, repairOfCard } from '../entities/service/repair-rules.ts'
import { serviceNotices } from '../entities/service/service-notices.ts'
import { serviceOrder } from '../entities/service/service-order.ts'
import { providing, sharing } from '../entities/service/share-flow.ts'
import { providerActs, shareFollowing } from '../entities/service/share-rules.ts'
import { serviceTeam } from '../entities/service/team/service-team.ts'
import { teamHandOver } from '../entities/service/team/team-rules.ts'
import { serviceHome } from '../home/service-home.ts'
import { serviceOrders } from '../home/service-orders.ts'
import { board } from '../kit/entity/board.ts'
import { chapter } from '../kit/entity/chapter.ts'
import { due } from '../kit/entity/due.ts'
import { module } from '../kit/module.ts'
import { availability } from '../measures/availability.ts'
import { contractResponse } from '../measures/contract-response.ts'
import { metrology } from '../measures/metrology.ts'
import { onCallAnswers } from '../measures/on-call-answers.ts'
import { repairs } from '../measures/repairs.ts'

/** Repairs and metrology. */
export const serviceModule = module({
  name: 'service',
  entities: [
    repairOrder,
    repairPart,
    metrologyCatalog,
    metrologyCard,
    metrologyRecord,
    metrologyOpening,
    serviceOrder,
    providerOrder,
    orderMessage,
    cardProposal,
    labelReport,
    serviceTeam,
    onCallRota,
    onCallShift,
    serviceContract,
    contractDevice,
    contractInstalment,
    serviceInvoice,
    serviceInvoiceLine,
  ],
  machines: [repairFlow, labelReportFlow, measuring, sharing, providing, proposalFlow, contracting, contractPaying, invoicing],
  boards: [
    board(repairOrder, {
      heading: ['device', 'faultDescription'],
      shows: ['urgency', 'isStopped', 'useDept', 'engineer', 'team', 'reporter'],
      since: ['reportedAt', 'acceptedAt', 'arrivedAt', 'waitingSince', 'finishedAt', 'closedAt'],
      lanes: ['team'],
    }),
    board(metrologyRecord, {
      heading: ['device'],
      shows: ['measureKind', 'result', 'useDept', 'dueDate', 'measuredBy'],
      lanes: ['useDept', 'measuredBy'],
    }),
    board(serviceContract, {
      heading: ['contractName'],
      shows: ['supplier', 'contractKind', 'validUntil', 'price'],
      since: ['signedAt'],
      due: 'validUntil',
      lanes: ['supplier', 'contractKind'],
    }),
  ],
  ends: [
    'repairOrder.repairStatus=cancelled',
    'repairOrder.repairStatus=scrapped',
    'labelReport.reportState=taken',
    'labelReport.reportState=spam',
    'labelReport.reportState=duplicate',
    'measureRecord.recordStatus=done',
    'measureRecord.recordStatus=cancelled',
    'serviceOrder.shareState=done',
    'serviceOrder.shareState=declined',
    'serviceOrder.shareState=ended',
    'providerOrder.shareState=done',
    'providerOrder.shareState=declined',
    'providerOrder.shareState=ended',
    'cardProposal.proposalState=taken',
    'cardProposal.proposalState=refused',
    'serviceContract.contractState=terminated',
    'contractInstalment.payState=dropped',
  ],
  calls: [
    onCallNow,
    onCallWeek,
    dispatchBoard,
    dispatchCards,
    dispatchPlan,
    dispatchDay,
    quickSave,
    repairBatch,
    collectRepair,
    repairsOfApply,
    repairEngineers,
    openRepairs,
    metrologyPlan,
    metrologyPlanFile,
    metrologyLedger,
    metrologyLedgerFile,
    orderMeasures,
    supplementMeasure,
    finishMeasures,
    certificateTerms,
    openingState,
    confirmOpening,
    ...Object.values(measureLists),
    reportRepairs,
    ...Object.values(repairLists),
    deviceAvailability,
    deviceCover,
    ...Object.values(serviceOrderLists),
    serviceOrderDetail,
    serviceTeams,
    reminder,
    reminderWait,
    ...Object.values(deviceStateCounts),
    ...Object.values(providerOrderLists),
    providerDevices,
    providerCounts,
    manufacturerDevices,
    proposeCard,
    ...messageCalls,
  ],
  approvals: [planApproval],
  follows: { serviceOrder: 'device', serviceContract: 'deviceSplit', contractDevice: 'deviceSplit' },
  rules: [
    repairOfCard,
    repairEnding,
    orderHandOver,
    teamHandOver,
    ...onCallRules,
    labelPosting,
    metrologyPosting,
    providerActs,
    shareFollowing,
    contractKeeping,
    invoicePosting,
  ],
  measures: [repairs, availability, metrology, contractResponse, onCallAnswers],
  topMenus: [{ code: 'work', zh: '业务', en: 'Operations', icon: 'repair' }],
  dues: [
    due(metrologyCard, { zh: '计量', en: 'Metrology', by: 'dueDate', where: notPaused, page: '/eam/measure-card' }),
    due(serviceContract, {
      zh: '维保合同到期',
      en: 'Service contract ends',
      by: 'validUntil',
      where: { contractState: 'active' },
      about: 'supplier',
      page: '/eam/service-contract',
    }),
    due(contractInstalment, {
      zh: '维保合同付款',
      en: 'Contract payment',
      by: 'dueOn',
      where: { payState: 'open' },
      about: 'contract',
      page: '/eam/contract-instalment',
    }),
  ],
  orders: serviceOrders,
  chapters: [
    chapter(repairOrder, {
      by: 'device',
      order: 40,
      columns: ['orderNo', 'repairStatus', 'reportedAt', 'faultDescription', 'measures', 'engineer', 'finishedAt', 'totalCost'],
    }),
    chapter(metrologyRecord, {
      by: 'device',
      order: 60,
      columns: ['recordNo', 'recordStatus', 'measureKind', 'measuredOn', 'result', 'certificateNo', 'validUntil', 'body', 'cost'],
    }),
  ],
  menu: [
    {
      code: 'service',
      zh: '维修管理',
      en: 'Repairs',
      path: '/eam/service',
      icon: 'repair',
      tops: ['work'],
      children: [
        {
          code: 'repairOrder',
          zh: '维修工单',
          en: 'Repair orders',
          path: '/eam/repair',
          icon: 'repair',
          entity: 'repairOrder',
          also: ['repairPart'],
        },
        { code: 'labelReport', zh: '扫码报修单', en: 'Label reports', path: '/eam/label-report', icon: 'repair', entity: 'labelReport' },
        { code: 'serviceOrder', zh: '共享工单', en: 'Shared orders', path: '/eam/service-order', icon: 'repair', entity: 'serviceOrder' },
        {
          code: 'providerOrder',
          zh: '服务工单',
          en: 'Service orders',
          path: '/eam/provider-order',
          icon: 'repair',
          entity: 'providerOrder',
          isOfProviders: true,
        },
        {
          code: 'dispatch',
          zh: '派工看板',
          en: 'Dispatch board',
          path: '/eam/dispatch',
          icon: 'repair',
          seenWith: 'repairOrder',
          isOfHospitals: true,
        },
        { code: 'serviceTeam', zh: '维修班组', en: 'Service teams', path: '/eam/service-team', icon: 'list', entity: 'serviceTeam' },
        ...onCallMenu,
        {
          code: 'cardProposal',
          zh: '设备卡修改建议',
          en: 'Card change proposals',
          path: '/eam/card-proposal',
          icon: 'list',
          entity: 'cardProposal',
        },
        {
          code: 'serviceContract',
          zh: '维保合同',
          en: 'Service contracts',
          path: '/eam/service-contract',
          icon: 'list',
          entity: 'serviceContract',
          also: ['contractDevice'],
        },
        {
          code: 'serviceInvoice',
          zh: '服务发票',
          en: 'Service invoices',
          path: '/eam/service-invoice',
          icon: 'list',
          entity: 'serviceInvoice',
          also: ['serviceInvoiceLine'],
        },
        {
          code: 'contractInstalment',
          zh: '合同付款',
          en: 'Contract instalments',
          path: '/eam/contract-instalment',
          icon: 'list',
          entity: 'contractInstalment',
          isSearchOnly: true,
        },
      ],
    },
    {
      code: 'metrology',
      zh: '计量管理',
      en: 'Metrology',
      path: '/eam/metrology',
      icon: 'metrology',
      tops: ['work'],
      children: [
        { code: 'measureCard', zh: '计量台账', en: 'Metrology cards', path: '/eam/measure-card', icon: 'metrology', entity: 'measureCard' },
        {
          code: 'measureRecord',
          zh: '计量记录',
          en: 'Metrology records',
          path: '/eam/measure-record',
          icon: 'list',
          entity: 'measureRecord',
        },
        {
          code: 'measureCatalog',
          zh: '计量目录',
          en: 'Metrology catalogue',
          path: '/eam/measure-catalog',
          icon: 'list',
          entity: 'measureCatalog',
        },
      ],
    },
  ],
  rights: {
    equipment_manager: [
      'repairOrder.*',
      'labelReport.*',
      'measureCatalog.*',
      'measureCard.*',
      'measureRecord.*',
      'serviceOrder.*',
      'cardProposal.*',
      'serviceTeam.*',
      'onCallRota.*',
      'onCallShift.*',
      'serviceContract.*',
      'contractDevice.*',
      'contractInstalment.*',
      'serviceInvoice.*',
      'serviceInvoiceLine.*',
    ],
    engineer: [
      'repairOrder.list',
      'repairOrder.submit',
      'repairOrder.work',
      'repairPart.list',
      'labelReport.list',
      'labelReport.take',
      'measureCatalog.list',
      'measureCard.list',
      'measureCard.submit',
      'measureRecord.list',
      'measureRecord.submit',
      'measureRecord.work',
      'serviceOrder.list',
      'serviceOrder.share',
      'cardProposal.list',
      'serviceTeam.list',
      'onCallRota.list',
      'onCallShift.list',
      'serviceContract.list',
      'contractDevice.list',
      'contractInstalment.list',
      'serviceInvoice.list',
      'serviceInvoice.submit',
      'serviceInvoiceLine.list',
    ],
    keeper: ['repairOrder.list', 'repairOrder.submit', 'repairPart.list', 'labelReport.list', 'labelReport.take', 'serviceOrder.list'],
    head: ['repairOrder.list', 'repairOrder.submit', 'repairPart.list', 'labelReport.list', 'labelReport.take', 'serviceOrder.list'],
    warehouse_keeper: ['repairOrder.list', 'repairOrder.submit'],
    provider_engineer: ['providerOrder.list', 'providerOrder.work', 'providerOrder.export'],
  },
  notices: serviceNotices,
  imports: { serviceContract: contractImport, measureRecord: metrologyImport, repairOrder: repairImport },
  home: serviceHome,
})
