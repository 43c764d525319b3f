import { deviceStates } from '../../entities/asset/device/device-states.ts'
import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { link } from '../../kit/fields/field.ts'
import { tenantField } from '../../kit/fields/tenant-field.ts'

/**
 * The plan of a floor, asked for by the floor or one of its rooms: all rooms of the floor, those drawn with their outline, and how many devices that the person may see
 * the book has in each. `devices` is null for people who may not list devices.
 */
export const floorPlanView = call('floorPlan.view', {
  zh: '查看平面图',
  en: 'View a floor plan',
  module: 'place',
  method: 'GET',
  path: '/eam/plc/floor-plan/view',
  may: 'floorPlan.list',
  reads: ['floorPlan', 'floorPlanRoom', 'location', 'device'],
  answers: one({
    floorId: out.text,
    floorName: out.text,
    plan: out.nullable({ id: out.text, version: out.number, picture: out.text }),
    rooms: out.list({
      id: out.text,
      name: out.text,
      drawnId: out.nullable(out.text),
      outline: out.nullable(out.text),
      devices: out.nullable(out.list({ state: out.key(deviceStates), count: out.number })),
    }),
  }),
  // Wall boards name their tenant in every call.
  input: { location: link({ zh: '楼层或房间', en: 'Floor or room', to: 'location', required: true }), tenantId: tenantField },
})
