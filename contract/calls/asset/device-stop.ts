import { device } from '../../entities/asset/device/device.ts'
import { deviceStop } from '../../entities/asset/stops/device-stop.ts'
import { manualStopKinds } from '../../entities/asset/stops/stop-kinds.ts'
import { one, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { choice, link } from '../../kit/fields/field.ts'

const act = {
  module: 'asset',
  method: 'POST',
  may: 'device.stop',
  writes: true,
  changes: ['device', 'deviceStop'],
  answers: one(saved),
} as const
const { stopKind, reason, liftReason } = deviceStop.fields
const asked = { readOnly: false, list: false, search: false, required: true } as const

/** Stops a device at once, in any state; answers the stop. */
export const placeStop = call(`${device.name}.placeStop`, {
  ...act,
  zh: '停用设备',
  en: 'Take out of service',
  path: `${deviceStop.path}/place`,
  input: {
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true }),
    stopKind: choice({ zh: stopKind.zh, en: stopKind.en, required: true, of: manualStopKinds }),
    reason: { ...reason, ...asked },
  },
})

/** Lifts a stop that a person placed; answers the stop. */
export const liftStop = call(`${device.name}.liftStop`, {
  ...act,
  zh: '解除停用',
  en: 'Return to service',
  path: `${deviceStop.path}/lift`,
  input: {
    stop: link({ zh: '设备停用', en: 'Out-of-service record', to: 'deviceStop', required: true }),
    liftReason: { ...liftReason, ...asked },
  },
})
