import { loadReadyQuality, measureControl } from '../calls/quality/quality.ts'
import { previewRecall } from '../calls/quality/recall.ts'
import { notPaused } from '../entities/asset/device/device-pause.ts'
import { adverseEvent, adverseFlow } from '../entities/quality/adverse-event.ts'
import { adverseFollowUp } from '../entities/quality/adverse-follow-up.ts'
import { adverseNotices } from '../entities/quality/adverse-notices.ts'
import { qualityCard } from '../entities/quality/quality-card.ts'
import { controlling, qualityControl } from '../entities/quality/quality-control.ts'
import { qualityNotices } from '../entities/quality/quality-notices.ts'
import { qualityPoint } from '../entities/quality/quality-point.ts'
import { qualityReading } from '../entities/quality/quality-reading.ts'
import { qualityPosting, recallPosting, statutoryPosting } from '../entities/quality/quality-rules.ts'
import { qualityTemplate } from '../entities/quality/quality-template.ts'
import { qualityTemplateImport } from '../entities/quality/quality-template-import.ts'
import { qualityTester } from '../entities/quality/quality-tester.ts'
import { recall, recalling } from '../entities/quality/recall.ts'
import { followingUp, recallDevice } from '../entities/quality/recall-device.ts'
import { recallItem } from '../entities/quality/recall-item.ts'
import { statutoryCard } from '../entities/quality/statutory-card.ts'
import { inspecting, statutoryInspection } from '../entities/quality/statutory-inspection.ts'
import { adverseFigures } from '../home/adverse-home.ts'
import { qualityHome } from '../home/quality-home.ts'
import { recallFigures } from '../home/recall-home.ts'
import { statutoryFigures } from '../home/statutory-home.ts'
import { board } from '../kit/entity/board.ts'
import { chapter } from '../kit/entity/chapter.ts'
import { due } from '../kit/entity/due.ts'
import { orderKind } from '../kit/entity/order-kind.ts'
import { module } from '../kit/module.ts'
import { adverseEvents } from '../measures/adverse-events.ts'
import { quality } from '../measures/quality.ts'

/** The rights of people who enter adverse events. */
const ofReporters = ['adverseEvent.list', 'adverseEvent.submit', 'adverseEvent.remove'] as const

/** Quality control of life-support devices, statutory inspections, recalls by manufacturers, and adverse events. */
export const qualityModule = module({
  name: 'quality',
  entities: [
    qualityTemplate,
    qualityPoint,
    qualityControl,
    qualityReading,
    qualityTester,
    qualityCard,
    statutoryInspection,
    statutoryCard,
    recall,
    recallItem,
    recallDevice,
    adverseEvent,
    adverseFollowUp,
  ],
  machines: [controlling, inspecting, recalling, followingUp, adverseFlow],
  boards: [
    board(qualityControl, {
      heading: ['device', 'template'],
      shows: ['controlledOn', 'result', 'useDept', 'controlledBy'],
      lanes: ['useDept', 'template'],
    }),
    board(recallDevice, {
      heading: ['device', 'recall'],
      shows: ['useDept', 'matchKind', 'matchValue', 'outcome'],
      lanes: ['recall', 'useDept'],
    }),
    board(adverseEvent, {
      heading: ['device', 'harmLevel'],
      shows: ['harmLevel', 'isGroup', 'dueAt', 'useDept'],
      since: ['submittedAt', 'reviewedAt', 'reportedAt'],
      due: 'dueAt',
    }),
  ],
  ends: [
    'qualityControl.controlState=voided',
    'statutoryInspection.inspectionState=voided',
    'recall.recallState=closed',
    'recall.recallState=cancelled',
    'recallDevice.caseState=ended',
  ],
  calls: [loadReadyQuality, measureControl, previewRecall],
  rules: [qualityPosting, statutoryPosting, recallPosting],
  measures: [quality, adverseEvents],
  orders: [
    orderKind(qualityCard, {
      zh: '质控',
      en: 'Quality control',
      page: '/eam/quality-card',
      device: 'device',
      what: 'template',
      due: { by: 'nextDue' },
      planned: 'plannedOn',
      where: notPaused,
      dueWithin: 30,
      columns: { waiting: {} },
    }),
    orderKind(statutoryCard, {
      zh: '法定检验',
      en: 'Statutory inspection',
      page: '/eam/statutory-card',
      device: 'device',
      what: 'inspectionKind',
      due: { by: 'validUntil' },
      where: notPaused,
      dueWithin: 30,
      columns: { waiting: {} },
    }),
  ],
  dues: [
    due(qualityCard, { zh: '质控', en: 'Quality control', by: 'nextDue', where: notPaused, page: '/eam/quality-card' }),
    due(statutoryCard, { zh: '法定检验', en: 'Statutory inspection', by: 'validUntil', where: notPaused, page: '/eam/statutory-card' }),
    due(adverseEvent, {
      zh: '不良事件上报',
      en: 'Adverse event to report',
      by: 'dueAt',
      about: 'device',
      page: '/eam/adverse-event',
    }),
  ],
  chapters: [
    chapter(qualityControl, {
      by: 'device',
      order: 65,
      columns: ['controlNo', 'controlState', 'template', 'controlledOn', 'result', 'failedPoints', 'nextDue'],
    }),
    chapter(statutoryInspection, {
      by: 'device',
      order: 70,
      columns: ['inspectionNo', 'inspectionState', 'inspectionKind', 'result', 'certificateNo', 'validUntil'],
    }),
    chapter(recallDevice, { by: 'device', order: 85, columns: ['recall', 'caseState', 'matchKind', 'matchValue', 'outcome'] }),
    chapter(adverseEvent, { by: 'device', order: 90, columns: ['eventNo', 'eventState', 'eventDay', 'harmLevel', 'effect'] }),
  ],
  menu: [
    {
      code: 'quality',
      zh: '质控管理',
      en: 'Quality control',
      path: '/eam/quality',
      icon: 'quality',
      tops: ['work'],
      children: [
        {
          code: 'qualityControl',
          zh: '质控记录',
          en: 'Quality control records',
          path: '/eam/quality-control',
          icon: 'quality',
          entity: 'qualityControl',
        },
        {
          code: 'qualityCard',
          zh: '质控台账',
          en: 'Quality control schedules',
          path: '/eam/quality-card',
          icon: 'list',
          entity: 'qualityCard',
        },
        {
          code: 'qualityTemplate',
          zh: '质控模板',
          en: 'Quality control templates',
          path: '/eam/quality-template',
          icon: 'list',
          entity: 'qualityTemplate',
        },
        {
          code: 'statutoryInspection',
          zh: '法定检验记录',
          en: 'Statutory inspection records',
          path: '/eam/statutory-inspection',
          icon: 'quality',
          entity: 'statutoryInspection',
        },
        {
          code: 'statutoryCard',
          zh: '法定检验台账',
          en: 'Statutory inspection ledger',
          path: '/eam/statutory-card',
          icon: 'list',
          entity: 'statutoryCard',
        },
        {
          code: 'recall',
          zh: '厂家召回',
          en: 'Manufacturer recalls',
          path: '/eam/recall',
          icon: 'quality',
          entity: 'recall',
        },
        {
          code: 'recallDevice',
          zh: '召回设备',
          en: 'Recalled devices',
          path: '/eam/recall-device',
          icon: 'list',
          entity: 'recallDevice',
        },
        {
          code: 'adverseEvent',
          zh: '不良事件',
          en: 'Adverse events',
          path: '/eam/adverse-event',
          icon: 'adverse',
          entity: 'adverseEvent',
        },
      ],
    },
  ],
  rights: {
    equipment_manager: [
      'qualityTemplate.*',
      'qualityControl.*',
      'qualityCard.*',
      'statutoryInspection.*',
      'statutoryCard.*',
      'recall.*',
      'recallDevice.*',
      'adverseEvent.*',
    ],
    engineer: [
      'qualityTemplate.list',
      'qualityControl.list',
      'qualityControl.submit',
      'qualityControl.remove',
      'qualityControl.work',
      'qualityCard.list',
      'qualityCard.submit',
      'statutoryInspection.list',
      'statutoryInspection.submit',
      'statutoryInspection.remove',
      'statutoryInspection.work',
      'statutoryCard.list',
      'recall.list',
      'recallDevice.list',
      'recallDevice.work',
      ...ofReporters,
    ],
    keeper: [
      'qualityControl.list',
      'qualityCard.list',
      'statutoryInspection.list',
      'statutoryCard.list',
      'recall.list',
      'recallDevice.list',
      ...ofReporters,
    ],
    head: [
      'qualityControl.list',
      'qualityCard.list',
      'statutoryInspection.list',
      'statutoryCard.list',
      'recall.list',
      'recallDevice.list',
      ...ofReporters,
    ],
    warehouse_keeper: ofReporters,
  },
  notices: {
    kinds: { ...qualityNotices.kinds, ...adverseNotices.kinds },
    targets: { ...qualityNotices.targets, ...adverseNotices.targets },
  },
  imports: { qualityTemplate: qualityTemplateImport },
  home: { figures: [...qualityHome.figures!, ...statutoryFigures, ...recallFigures, ...adverseFigures] },
})
