import { maintainersUrl } from '../../entities/maintenance/device-plan.ts'
import { maintainCard } from '../../entities/maintenance/maintain-card.ts'
import { maintainResult } from '../../entities/maintenance/maintain-flow.ts'
import { maintainOrder } from '../../entities/maintenance/maintain-order.ts'
import { doneMaintainStates } from '../../entities/maintenance/maintain-states.ts'
import { listOf, one, option, optionBeside, out, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { lists } from '../../kit/entity/list.ts'
import { ids, integer, items, text } from '../../kit/fields/field.ts'

/** Makes an order now for each of these schedules that has none open. */
export const orderMaintenance = call('maintainCard.order', {
  zh: '下达保养',
  en: 'Order maintenance',
  module: 'maintenance',
  method: 'POST',
  path: `${maintainCard.path}/order`,
  may: 'maintainOrder.submit',
  writes: true,
  changes: ['maintainOrder', 'maintainCard', 'checklistTask'],
  answers: one({ made: out.number }),
  input: { ids: ids({ zh: '保养台账', en: 'Maintenance schedules', to: 'maintainCard', required: true, max: 500 }) },
})

/** Finishes a batch of orders, each with its own result and the version that the person saw; all or none. */
export const finishMaintenance = call('maintainOrder.finishMany', {
  zh: '批量完工',
  en: 'Finish several orders',
  module: 'maintenance',
  method: 'POST',
  path: `${maintainOrder.path}/batchUpdateMaintain`,
  may: 'maintainOrder.work',
  writes: true,
  changes: ['maintainOrder', 'maintainCard', 'device'],
  answers: listOf(saved),
  input: {
    maintains: items({
      zh: '保养工单',
      en: 'Maintenance orders',
      required: true,
      max: 500,
      fields: {
        id: text({ zh: '编号', en: 'ID', required: true, max: 36 }),
        version: integer({ zh: '版本', en: 'Version', required: true, min: 1 }),
        ...maintainResult,
      },
    }),
  },
})

/** Whom maintenance may be given to: up to 50 people by keyword, or those chosen already by their ids. */
export const maintainers = call('maintainOrder.engineers', {
  zh: '可执行保养的人员',
  en: 'Available maintenance engineers',
  module: 'maintenance',
  method: 'GET',
  path: maintainersUrl,
  may: 'maintainOrder.assign',
  answers: listOf({ ...option, ...optionBeside }),
  input: {
    keyword: text({ zh: '关键字', en: 'Keyword', max: 100 }),
    ids: ids({ zh: '已选人员', en: 'Selected people', to: 'user', max: 50 }),
  },
})

/** The departments whose devices have maintenance plans, as far as the person sees these devices. */
export const plannedDepts = call('devicePlan.depts', {
  zh: '有保养计划的科室',
  en: 'Departments with maintenance plans',
  module: 'maintenance',
  method: 'GET',
  path: '/eam/deviceplan/queryDept',
  may: 'maintainCard.list',
  reads: ['maintainCard', 'device', 'dept'],
  answers: listOf({ id: out.text, name: out.text, count: out.number }),
  input: {},
})

/** Orders of an application, orders that are done, and an order for a service provider. */
export const maintainLists = lists(maintainOrder, {
  byApply: {
    kind: 'list',
    zh: '申请的保养工单',
    en: 'Application maintenance orders',
    path: 'getMaintainListByApplyId',
    given: { apply: 'apply' },
    need: ['apply'],
    limit: 500,
  },
  done: {
    kind: 'page',
    zh: '已完成的保养',
    en: 'Finished maintenance',
    path: '/sps/hospital/work-order-maintain/maintain-record',
    where: { orderState: doneMaintainStates.join() },
    given: { device: 'device', dept: 'useDept' },
  },
  ofProvider: {
    kind: 'row',
    zh: '服务商的保养工单',
    en: 'Provider maintenance order',
    path: '/sps/provider/workOrderMaintain/detail',
  },
})
