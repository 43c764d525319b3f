import {
  certificateTerms,
  confirmOpening,
  finishMeasures,
  measureLists,
  openingState,
  orderMeasures,
  supplementMeasure,
} from '../calls/metrology.ts'
import { openRepairs, quickSave, repairBatch, repairEngineers, repairsOfApply } from '../calls/repair.ts'
import { measureCard } from '../entities/service/measure-card.ts'
import { measureCatalog } from '../entities/service/measure-catalog.ts'
import { measureNotices } from '../entities/service/measure-notices.ts'
import { measureOpening } from '../entities/service/measure-opening.ts'
import { measureRecord, measuring } from '../entities/service/measure-record.ts'
import { measurePosting } from '../entities/service/measure-rules.ts'
import { repairFlow } from '../entities/service/repair-flow.ts'
import { repairNotices } from '../entities/service/repair-notices.ts'
import { repairOrder } from '../entities/service/repair-order.ts'
import { repairPart } from '../entities/service/repair-part.ts'
import { orderHandOver, repairOfCard } from '../entities/service/repair-rules.ts'
import { serviceHome } from '../home/service-home.ts'
import { area } from '../kit/area.ts'
import { board } from '../kit/board.ts'
import { metrology } from '../measures/metrology.ts'
import { repairs } from '../measures/repairs.ts'

/** Repairs and metrology. */
export const serviceArea = area({
  name: 'service',
  entities: [repairOrder, repairPart, measureCatalog, measureCard, measureRecord, measureOpening],
  machines: [repairFlow, measuring],
  boards: [
    board(repairOrder, {
      heading: ['device', 'faultDescription'],
      shows: ['urgency', 'isStopped', 'useDept', 'engineer', 'reporter'],
      since: ['reportedAt', 'acceptedAt', 'arrivedAt', 'waitingSince', 'finishedAt', 'closedAt'],
    }),
    board(measureRecord, {
      heading: ['device'],
      shows: ['measureKind', 'result', 'useDept', 'dueDate', 'measuredBy'],
      lanes: ['useDept', 'measuredBy'],
    }),
  ],
  ends: [
    'repairOrder.repairStatus=done',
    'repairOrder.repairStatus=cancelled',
    'repairOrder.repairStatus=scrapped',
    'measureRecord.recordStatus=done',
    'measureRecord.recordStatus=cancelled',
  ],
  calls: [
    quickSave,
    repairBatch,
    repairsOfApply,
    repairEngineers,
    openRepairs,
    orderMeasures,
    supplementMeasure,
    finishMeasures,
    certificateTerms,
    openingState,
    confirmOpening,
    ...Object.values(measureLists),
  ],
  rules: [repairOfCard, orderHandOver, measurePosting],
  measures: [repairs, metrology],
  topMenus: [{ code: 'work', zh: '业务', en: 'Operations', icon: 'repair' }],
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
    equipment_manager: ['repairOrder.*', 'measureCatalog.*', 'measureCard.*', 'measureRecord.*'],
    engineer: [
      'repairOrder.list',
      'repairOrder.submit',
      'repairOrder.work',
      'repairPart.list',
      'measureCatalog.list',
      'measureCard.list',
      'measureCard.submit',
      'measureRecord.list',
      'measureRecord.submit',
      'measureRecord.work',
    ],
    keeper: ['repairOrder.list', 'repairOrder.submit', 'repairPart.list'],
    head: ['repairOrder.list', 'repairOrder.submit', 'repairPart.list'],
    warehouse_keeper: ['repairOrder.list', 'repairOrder.submit'],
  },
  notices: {
    kinds: { ...repairNotices.kinds, ...measureNotices.kinds },
    targets: { ...repairNotices.targets, ...measureNotices.targets },
  },
  home: serviceHome,
})
