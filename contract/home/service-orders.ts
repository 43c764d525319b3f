import { notPaused } from '../entities/asset/device/device-pause.ts'
import { metrologyCard } from '../entities/service/metrology-card.ts'
import { metrologyRecord } from '../entities/service/metrology-record.ts'
import { repairOrder } from '../entities/service/repair-order.ts'
import { orderKind } from '../kit/entity/order-kind.ts'
import { overdueDays } from './service-home.ts'

/** What orders of this module are on the board of all orders. */
export const serviceOrders = [
  orderKind(repairOrder, {
    zh: '维修',
    en: 'Repair',
    page: '/eam/repair',
    device: 'device',
    dept: 'useDept',
    what: 'faultDescription',
    due: { by: 'reportedAt', after: overdueDays },
    person: 'engineer',
    team: 'team',
    provider: 'provider',
    urgency: 'urgency',
    state: 'repairStatus',
    columns: {
      waiting: { states: ['reported'] },
      assigned: { states: ['accepted', 'assigned', 'returned'] },
      working: { states: ['working'] },
      held: { states: ['waiting', 'outside'] },
      accept: { states: ['finished'] },
      done: { states: ['done'] },
    },
    doneAt: 'closedAt',
    assign: {
      person: { steps: ['assign', 'reassign'], input: 'engineer', holds: 'repairOrder.work' },
      team: { steps: ['assignTeam', 'reassignTeam'], input: 'team' },
    },
  }),
  orderKind(metrologyRecord, {
    zh: '计量',
    en: 'Metrology',
    page: '/eam/measure-record',
    device: 'device',
    dept: 'useDept',
    what: 'measureKind',
    due: { by: 'dueDate' },
    planned: 'plannedOn',
    outSince: 'sentOn',
    state: 'recordStatus',
    columns: {
      waiting: { states: ['planned'] },
      working: { states: ['returned'] },
      held: { states: ['sent'] },
      done: { states: ['done'] },
    },
    doneAt: 'measuredOn',
  }),
  orderKind(metrologyCard, {
    zh: '计量到期',
    en: 'Metrology due',
    page: '/eam/measure-card',
    device: 'device',
    what: 'measureKind',
    due: { by: 'dueDate' },
    where: notPaused,
    dueWithin: 30,
    columns: { waiting: {} },
  }),
]
