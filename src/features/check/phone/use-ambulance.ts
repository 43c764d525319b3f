import { byName } from '#contract/kit/text/by-name.ts'
import { readRows, readWritten } from '#src/data/cache/read-rows.ts'
import { useStored } from '#src/kit/phone/store/local-data.ts'
import type { PhoneItem, PhoneVehicle } from './ambulance-model.ts'

/** The vehicles on this phone by name; undefined while they are read. */
export const useVehicles = (): PhoneVehicle[] | undefined =>
  useStored(async (of) => {
    const rows = (await readRows(of, 'ambulanceVehicle')) as unknown as PhoneVehicle[]
    return rows.sort((one, other) => byName(one.vehicleName, other.vehicleName))
  }, [])

/** What belongs on a vehicle, in order; undefined while it is read. */
export const useItems = (vehicleId: string): PhoneItem[] | undefined =>
  useStored(
    async (of) => {
      const rows = (await readRows(of, 'ambulanceItem')) as unknown as PhoneItem[]
      return rows.filter((row) => row.vehicleId === vehicleId).sort((one, other) => one.place - other.place)
    },
    [vehicleId],
  )

/** The vehicles of which a check waits to be sent. */
export const useUnsent = (): ReadonlySet<string> | undefined =>
  useStored(async (of) => {
    const rows = await readWritten(of, 'ambulanceCheck')
    return new Set([...rows.values()].map((row) => String(row?.vehicleCardId ?? '')))
  }, [])
