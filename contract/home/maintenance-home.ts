import { maintainOrder } from '../entities/maintenance/maintain-order.ts'
import { openMaintainStates } from '../entities/maintenance/maintain-states.ts'
import type { HomeFacts } from '../kit/entity/home.ts'

const facts = { of: maintainOrder, page: '/eam/maintain-order' } as const
const open = openMaintainStates.join()

/** Maintenance on the first page. */
export const maintenanceHome: HomeFacts = {
  figures: [
    {
      ...facts,
      name: 'maintenance.toAssign',
      kind: 'processed',
      zh: '待派工保养',
      en: 'Maintenance to assign',
      has: ['maintainOrder.assign'],
      where: { orderState: 'due' },
      tone: 'warn',
      hint: { zh: '尚无执行人的保养工单', en: 'Maintenance orders without an assignee' },
    },
    {
      ...facts,
      name: 'maintenance.mine',
      kind: 'processed',
      zh: '我的保养工单',
      en: 'My maintenance orders',
      has: ['maintainOrder.work'],
      where: { orderState: open, assignee: '_own' },
      tone: 'busy',
      hint: { zh: '由我执行、尚未完工的保养', en: 'Unfinished maintenance assigned to me' },
    },
    {
      ...facts,
      name: 'maintenance.team',
      kind: 'processed',
      zh: '班组待接单保养',
      en: 'Team maintenance to take on',
      has: ['maintainOrder.work'],
      where: { orderState: 'assigned,working', assignee: '_none', team: '_mine' },
      tone: 'warn',
      hint: { zh: '派给我的班组、尚无人接单的保养', en: 'Assigned to a team of mine and not yet taken on' },
    },
    {
      ...facts,
      name: 'maintenance.toAccept',
      kind: 'processed',
      zh: '待验收保养',
      en: 'Maintenance to sign off',
      has: ['maintainOrder.accept'],
      where: { orderState: 'finished', needsAcceptance: '1' },
      tone: 'warn',
      hint: { zh: '保养已完工，等使用科室验收', en: 'Finished and waiting for the department to sign off' },
    },
    {
      ...facts,
      name: 'maintenance.overdue',
      kind: 'warn',
      zh: '保养已逾期',
      en: 'Maintenance is overdue',
      where: { orderState: open, dueDate_le: '_today-1' },
      tone: 'bad',
      hint: { zh: '已过应保养日期、尚未完工的工单', en: 'Unfinished orders past their due date' },
    },
  ],
}
