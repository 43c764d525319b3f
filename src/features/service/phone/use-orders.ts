import { openRepairStates } from '#contract/entities/service/repair-states.ts'
import { readRow, readRows } from '#src/data/cache/read-rows.ts'
import type { PhoneDevice } from '#src/features/asset/public/device.ts'
import { pulledByIds, useStored } from '#src/kit/phone/store/local-data.ts'
import type { PhoneStore } from '#src/kit/phone/store/phone-store.ts'
import type { PhoneOrder } from './phone-order.ts'

const open = new Set<string>(openRepairStates)

/** What the card says of an order whose server row has not come yet. */
function named(order: PhoneOrder, device: PhoneDevice | undefined): PhoneOrder {
  if (order.deviceName || !device) return order
  return { ...order, deviceName: device.deviceName, useDeptName: device.useDeptName, locationName: device.locationName }
}

async function openOrders(of: PhoneStore): Promise<PhoneOrder[]> {
  const rows = (await readRows(of, 'repairOrder')) as unknown as PhoneOrder[]
  const orders = rows.filter((row) => open.has(row.repairStatus))
  const nameless = [...new Set(orders.filter((row) => !row.deviceName).map((row) => row.deviceId))]
  const devices = nameless.length > 0 ? await pulledByIds<PhoneDevice>(of, 'device', nameless) : []
  const byId = new Map(devices.map((device) => [device.id, device]))
  return orders.map((row) => named(row, byId.get(row.deviceId)))
}

/** The open orders on this phone as the person expects them; undefined while they are read. */
export function useOpenOrders(): PhoneOrder[] | undefined {
  return useStored(openOrders, [])
}

/** The open orders of one device that this phone knows. */
export function useOrdersOfDevice(deviceId: string): PhoneOrder[] {
  return useStored(async (of) => (await openOrders(of)).filter((row) => row.deviceId === deviceId), [deviceId]) ?? []
}

/** One order as the person expects it; null: this phone does not hold it; undefined while it is read. */
export function useOrder(id: string): PhoneOrder | null | undefined {
  return useStored<PhoneOrder | null>(
    async (of) => {
      const found = await readRow(of, 'repairOrder', id)
      if (!found) return null
      const order = found.row as unknown as PhoneOrder
      const [device] = order.deviceName ? [] : await pulledByIds<PhoneDevice>(of, 'device', [order.deviceId])
      return named(order, device)
    },
    [id],
  )
}
