import { openRepairStates } from '#contract/entities/service/repair-states.ts'
import type { Card } from './check.ts'
import type { Desk, Page } from './office.ts'

/** Answers a card in use without an open repair order, another one each time while there is one; else an order that no engineer took up is cancelled. */
export const freeCards = (ward: () => Desk): (() => Promise<Card>) => {
  const spent = new Set<string>()
  return async () => {
    const { records } = await ward().get<Page<Card>>('/eam/device/list', { eamStatus: 'in_use', filingStatus: 'filed', size: '200' })
    const orders = await ward().get<Page<{ id: string; deviceId: string; repairStatus: string }>>('/eam/eventtyperepair/list', {
      repairStatus: openRepairStates.join(),
      size: '200',
    })
    const reported = new Set(orders.records.map(({ deviceId }) => deviceId))
    const free = records.filter(({ id }) => !reported.has(id))
    let found = free.find(({ id }) => !spent.has(id)) ?? free[0]
    const order = orders.records.find((one) => one.repairStatus === 'reported' && records.some(({ id }) => id === one.deviceId))
    if (!found && order) {
      await ward().post('/eam/eventtyperepair/cancel', { id: order.id })
      found = records.find(({ id }) => id === order.deviceId)
    }
    if (!found) throw new Error('every card has been reported')
    spent.add(found.id)
    return ward().get<Card>('/eam/device/detail', { id: found.id })
  }
}
