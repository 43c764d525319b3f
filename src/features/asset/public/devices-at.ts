import { byName } from '#contract/kit/text/by-name.ts'
import { readMeta } from '#src/data/cache/dexie-cache.ts'
import { heldLinked } from '#src/data/cache/held-rows.ts'
import { useStored } from '#src/kit/phone/store/local-data.ts'
import type { PhoneStore } from '#src/kit/phone/store/phone-store.ts'
import type { PhoneDevice } from './device.ts'

async function devicesAt({ cache }: PhoneStore, locationId: string): Promise<PhoneDevice[]> {
  const { current } = await readMeta(cache)
  const rows = (await heldLinked({ cache, gen: current.gen, entity: 'device' }, 'location', locationId)) as unknown as PhoneDevice[]
  return rows.sort((a, b) => byName(a.deviceName, b.deviceName) || byName(a.deviceCode ?? '', b.deviceCode ?? ''))
}

/** The cards of this phone whose book place is this one, in order of name; undefined while they are read. */
export function useDevicesAt(locationId: string): PhoneDevice[] | undefined {
  return useStored((of) => devicesAt(of, locationId), [locationId])
}
