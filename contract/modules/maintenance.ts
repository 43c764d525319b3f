import { finishMaintenance, maintainers, maintainLists, orderMaintenance, plannedDepts } from '../calls/maintenance/maintenance.ts'
import { loadRiskScores, refreshProposals } from '../calls/maintenance/risk.ts'
import { weekAhead, yearAhead } from '../calls/maintenance/year-ahead.ts'
import { devicePlan } from '../entities/maintenance/device-plan.ts'
import { maintainCard } from '../entities/maintenance/maintain-card.ts'
import { maintaining } from '../entities/maintenance/maintain-flow.ts'
import { maintainNotices } from '../entities/maintenance/maintain-notices.ts'
import { maintainOrder } from '../entities/maintenance/maintain-order.ts'
import { maintainPart } from '../entities/maintenance/maintain-part.ts'
import { maintainHandOver, maintainPosting, proposalPosting } from '../entities/maintenance/maintain-rules.ts'
import { openMaintainStates } from '../entities/maintenance/maintain-states.ts'
import { deviceMeter } from '../entities/maintenance/meters/device-meter.ts'
import { meterReading } from '../entities/maintenance/meters/meter-reading.ts'
import { riskBand } from '../entities/maintenance/risk/risk-band.ts'
import { proposing } from '../entities/maintenance/risk/risk-flow.ts'
import { riskProposal } from '../entities/maintenance/risk/risk-proposal.ts'
import { riskScheme } from '../entities/maintenance/risk/risk-scheme.ts'
import { riskScore } from '../entities/maintenance/risk/risk-score.ts'
import { workDay } from '../entities/maintenance/work-day.ts'
import { workDayImport } from '../entities/maintenance/work-day-import.ts'
import { maintenanceHome } from '../home/maintenance-home.ts'
import { board } from '../kit/entity/board.ts'
import { calendar } from '../kit/entity/calendar.ts'
import { chapter } from '../kit/entity/chapter.ts'
import { due } from '../kit/entity/due.ts'
import { orderKind } from '../kit/entity/order-kind.ts'
import { module } from '../kit/module.ts'
import { maintenance } from '../measures/maintenance.ts'

/** Preventive maintenance: plans, schedules and orders. */
export const maintenanceModule = module({
  name: 'maintenance',
  entities: [
    workDay,
    devicePlan,
    maintainCard,
    maintainOrder,
    maintainPart,
    deviceMeter,
    meterReading,
    riskScore,
    riskScheme,
    riskBand,
    riskProposal,
  ],
  machines: [maintaining, proposing],
  boards: [
    board(maintainOrder, {
      heading: ['device', 'plan'],
      shows: ['dueDate', 'useDept', 'assignee', 'team', 'provider'],
      since: ['startedAt', 'finishedAt', 'acceptedAt'],
      lanes: ['useDept', 'assignee', 'team', 'plan'],
    }),
  ],
  calendars: [
    calendar(maintainOrder, { by: 'scheduledOn', heading: ['device', 'useDept'] }),
    calendar(maintainCard, { by: 'nextDue', heading: ['device', 'plan'] }),
  ],
  ends: ['maintainOrder.orderState=skipped', 'maintainOrder.orderState=cancelled', 'riskProposal.proposalState=accepted'],
  calls: [
    orderMaintenance,
    finishMaintenance,
    maintainers,
    plannedDepts,
    ...Object.values(maintainLists),
    loadRiskScores,
    refreshProposals,
    yearAhead,
    weekAhead,
  ],
  rules: [maintainPosting, maintainHandOver, proposalPosting],
  measures: [maintenance],
  dues: [
    due(maintainOrder, {
      zh: '保养',
      en: 'Maintenance',
      by: 'dueDate',
      where: { orderState: openMaintainStates.join() },
      about: 'device',
      page: '/eam/maintain-order',
    }),
  ],
  orders: [
    orderKind(maintainOrder, {
      zh: '保养',
      en: 'Maintenance',
      page: '/eam/maintain-order',
      device: 'device',
      dept: 'useDept',
      what: 'plan',
      due: { by: 'dueDate' },
      planned: 'scheduledOn',
      person: 'assignee',
      team: 'team',
      provider: 'provider',
      hours: 'hoursExpected',
      state: 'orderState',
      columns: {
        waiting: { states: ['due'] },
        assigned: { states: ['assigned'] },
        working: { states: ['working'] },
        accept: { states: ['finished'], where: { needsAcceptance: '1' } },
        done: { states: ['finished', 'accepted'] },
      },
      doneAt: 'finishedAt',
      assign: {
        person: { steps: ['assign', 'reassign'], input: 'assignee', day: 'scheduledOn', holds: 'maintainOrder.work' },
        team: { steps: ['assign', 'reassign'], input: 'team', day: 'scheduledOn' },
      },
    }),
  ],
  chapters: [
    chapter(maintainOrder, {
      by: 'device',
      order: 50,
      columns: ['orderNo', 'orderState', 'plan', 'dueDate', 'doneOn', 'result', 'resultNote', 'assignee', 'totalCost'],
    }),
  ],
  menu: [
    {
      code: 'maintenance',
      zh: '保养管理',
      en: 'Maintenance',
      path: '/eam/maintenance',
      icon: 'maintenance',
      tops: ['work'],
      children: [
        {
          code: 'maintainOrder',
          zh: '保养工单',
          en: 'Maintenance orders',
          path: '/eam/maintain-order',
          icon: 'list',
          entity: 'maintainOrder',
          also: ['maintainPart'],
        },
        {
          code: 'maintainCard',
          zh: '保养台账',
          en: 'Maintenance schedules',
          path: '/eam/maintain-card',
          icon: 'maintenance',
          entity: 'maintainCard',
        },
        { code: 'devicePlan', zh: '保养计划', en: 'Maintenance plans', path: '/eam/device-plan', icon: 'list', entity: 'devicePlan' },
        {
          code: 'maintainYear',
          zh: '年度保养预览',
          en: 'Year ahead',
          path: '/eam/maintain-year',
          icon: 'maintenance',
          seenWith: 'maintainCard',
        },
        { code: 'deviceMeter', zh: '设备计数器', en: 'Device counters', path: '/eam/device-meter', icon: 'list', entity: 'deviceMeter' },
        { code: 'meterReading', zh: '计数读数', en: 'Counter readings', path: '/eam/meter-reading', icon: 'list', entity: 'meterReading' },
        {
          code: 'riskProposal',
          zh: '保养建议',
          en: 'Maintenance proposals',
          path: '/eam/risk-proposal',
          icon: 'maintenance',
          entity: 'riskProposal',
        },
        { code: 'riskScore', zh: '风险评分', en: 'Risk scores', path: '/eam/risk-score', icon: 'list', entity: 'riskScore' },
        { code: 'riskScheme', zh: '风险分级', en: 'Risk bands', path: '/eam/risk-scheme', icon: 'list', entity: 'riskScheme' },
        { code: 'workDay', zh: '工作日历', en: 'Working calendar', path: '/eam/work-day', icon: 'list', entity: 'workDay' },
      ],
    },
  ],
  rights: {
    equipment_manager: [
      'workDay.*',
      'devicePlan.*',
      'maintainCard.*',
      'maintainOrder.*',
      'maintainPart.*',
      'deviceMeter.*',
      'meterReading.*',
      'riskScore.*',
      'riskScheme.*',
      'riskProposal.*',
    ],
    engineer: [
      'workDay.list',
      'devicePlan.list',
      'maintainCard.list',
      'maintainOrder.list',
      'maintainOrder.submit',
      'maintainOrder.work',
      'maintainPart.list',
      'deviceMeter.list',
      'meterReading.list',
      'meterReading.submit',
    ],
    keeper: [
      'deviceMeter.list',
      'meterReading.list',
      'meterReading.submit',
      'maintainCard.list',
      'maintainOrder.list',
      'maintainOrder.accept',
      'maintainPart.list',
    ],
    head: ['maintainCard.list', 'maintainOrder.list', 'maintainOrder.accept', 'maintainPart.list'],
    provider_engineer: ['maintainOrder.list', 'maintainOrder.work'],
  },
  notices: maintainNotices,
  imports: { workDay: workDayImport },
  home: maintenanceHome,
})
