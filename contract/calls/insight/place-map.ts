import { deviceStates } from '../../entities/asset/device/device-states.ts'
import { location } from '../../entities/place/location.ts'
import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { tenantField } from '../../kit/fields/tenant-field.ts'

/**
 * Campuses, buildings and floors with what the person may see on each: devices by state, how many of them are out of service, and open alarms of sensors. A
 * device counts at its floor, or at the building or campus that it stands in itself. `devices` and `alarms` are null for people without the list, and where
 * the hospital hides the place or the state.
 */
export const placeMap = call('floorPlan.map', {
  zh: '院区地图',
  en: 'Campus map',
  module: 'insight',
  method: 'GET',
  path: '/data-view/place-map',
  may: 'floorPlan.list',
  reads: ['location', 'floorPlan', 'device', 'sensorAlarm'],
  input: { tenantId: tenantField },
  answers: one({
    places: out.list({
      id: out.text,
      name: out.text,
      parentId: out.nullable(out.text),
      level: out.key(location.fields.level.of),
      isInactive: out.boolean,
      hasPlan: out.boolean,
    }),
    devices: out.nullable(out.list({ placeId: out.text, state: out.key(deviceStates), count: out.number, stopped: out.number })),
    alarms: out.nullable(out.list({ placeId: out.text, roomId: out.nullable(out.text), count: out.number })),
  }),
})
