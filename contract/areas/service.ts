import { openRepairs, quickSave, repairBatch, repairEngineers, repairsOfApply } from '../calls/repair.ts'
import { repairFlow } from '../entities/service/repair-flow.ts'
import { repairNotices } from '../entities/service/repair-notices.ts'
import { repairOrder } from '../entities/service/repair-order.ts'
import { repairPart } from '../entities/service/repair-part.ts'
import { orderHandOver, repairOfCard } from '../entities/service/repair-rules.ts'
import { serviceHome } from '../home/service-home.ts'
import { area } from '../kit/area.ts'
import { repairs } from '../measures/repairs.ts'

/** Repairs. */
export const serviceArea = area({
  name: 'service',
  entities: [repairOrder, repairPart],
  machines: [repairFlow],
  ends: ['repairOrder.repairStatus=done', 'repairOrder.repairStatus=cancelled', 'repairOrder.repairStatus=scrapped'],
  calls: [quickSave, repairBatch, repairsOfApply, repairEngineers, openRepairs],
  rules: [repairOfCard, orderHandOver],
  measures: [repairs],
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
  ],
  rights: {
    equipment_manager: ['repairOrder.*'],
    engineer: ['repairOrder.list', 'repairOrder.submit', 'repairOrder.work', 'repairPart.list'],
    keeper: ['repairOrder.list', 'repairOrder.submit', 'repairPart.list'],
    head: ['repairOrder.list', 'repairOrder.submit', 'repairPart.list'],
    warehouse_keeper: ['repairOrder.list', 'repairOrder.submit'],
  },
  notices: repairNotices,
  home: serviceHome,
})
