import { finishMaintenance, maintainers, maintainLists, orderMaintenance, plannedDepts } from '../calls/maintenance/maintenance.ts'
import { devicePlan } from '../entities/maintenance/device-plan.ts'
import { maintainCard } from '../entities/maintenance/maintain-card.ts'
import { maintaining } from '../entities/maintenance/maintain-flow.ts'
import { maintainNotices } from '../entities/maintenance/maintain-notices.ts'
import { maintainOrder } from '../entities/maintenance/maintain-order.ts'
import { maintainPart } from '../entities/maintenance/maintain-part.ts'
import { maintainHandOver, maintainPosting } from '../entities/maintenance/maintain-rules.ts'
import { openMaintainStates } from '../entities/maintenance/maintain-states.ts'
import { workDay } from '../entities/maintenance/work-day.ts'
import { workDayImport } from '../entities/maintenance/work-day-import.ts'
import { maintenanceHome } from '../home/maintenance-home.ts'
import { board } from '../kit/entity/board.ts'
import { calendar } from '../kit/entity/calendar.ts'
import { chapter } from '../kit/entity/chapter.ts'
import { due } from '../kit/entity/due.ts'
import { module } from '../kit/module.ts'
import { maintenance } from '../measures/maintenance.ts'

/** Preventive maintenance: plans, schedules and orders. */
export const maintenanceModule = module({
  name: 'maintenance',
  entities: [workDay, devicePlan, maintainCard, maintainOrder, maintainPart],
  machines: [maintaining],
  boards: [
    board(maintainOrder, {
      heading: ['device', 'plan'],
      shows: ['dueDate', 'useDept', 'assignee', 'provider'],
      since: ['startedAt', 'finishedAt', 'acceptedAt'],
      lanes: ['useDept', 'assignee', 'plan'],
    }),
  ],
  calendars: [
    calendar(maintainOrder, { by: 'scheduledOn', heading: ['device', 'useDept'] }),
    calendar(maintainCard, { by: 'nextDue', heading: ['device', 'plan'] }),
  ],
  ends: ['maintainOrder.orderState=skipped', 'maintainOrder.orderState=cancelled'],
  calls: [orderMaintenance, finishMaintenance, maintainers, plannedDepts, ...Object.values(maintainLists)],
  rules: [maintainPosting, maintainHandOver],
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
        { code: 'workDay', zh: '工作日历', en: 'Working calendar', path: '/eam/work-day', icon: 'list', entity: 'workDay' },
      ],
    },
  ],
  rights: {
    equipment_manager: ['workDay.*', 'devicePlan.*', 'maintainCard.*', 'maintainOrder.*', 'maintainPart.*'],
    engineer: [
      'workDay.list',
      'devicePlan.list',
      'maintainCard.list',
      'maintainOrder.list',
      'maintainOrder.submit',
      'maintainOrder.work',
      'maintainPart.list',
    ],
    keeper: ['maintainCard.list', 'maintainOrder.list', 'maintainOrder.accept', 'maintainPart.list'],
    head: ['maintainCard.list', 'maintainOrder.list', 'maintainOrder.accept', 'maintainPart.list'],
    provider_engineer: ['maintainOrder.list', 'maintainOrder.work'],
  },
  notices: maintainNotices,
  imports: { workDay: workDayImport },
  home: maintenanceHome,
})
