import type { device } from '../../entities/asset/device/device.ts'
import { out, pageOf } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { paging } from '../../kit/entity/paging.ts'
import { date } from '../../kit/fields/field.ts'
import { during } from '../../kit/figures/measure.ts'

const { nullable, number } = out

/** The devices behind the measure of availability, each with its own figures in the period; filters are those of the list of devices. */
export const deviceAvailability = call('device.availability', {
  zh: '单台设备可用率',
  en: 'Device availability',
  module: 'service',
  method: 'GET',
  path: '/eam/availability/device-page',
  may: 'device.list',
  reads: ['device', 'repairOrder', 'deviceStop'],
  input: {
    ...paging,
    [`${during}_ge`]: date({ zh: '从', en: 'From' }),
    [`${during}_le`]: date({ zh: '至', en: 'Until' }),
  },
  answers: pageOf(
    out.with(out.listed<typeof device>('device'), {
      availability: nullable(number),
      down: number,
      failures: number,
      mttr: nullable(number),
      mtbf: nullable(number),
      firstTimeFix: nullable(number),
    }),
  ),
})
