import type { device } from '../../entities/asset/device/device.ts'
import { out, pageOf } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { date, integer } from '../../kit/fields/field.ts'
import { during } from '../../kit/figures/measure.ts'

const { nullable, number } = out

/** The devices behind the measure of availability, each with its own figures in the period; filters are those of the list of devices. */
export const deviceAvailability = call('device.availability', {
  zh: '单台设备可用率',
  en: 'Device availability',
  area: 'service',
  method: 'GET',
  path: '/eam/availability/device-page',
  may: 'device.list',
  reads: ['device', 'repairOrder', 'deviceStop'],
  input: {
    current: integer({ zh: '页码', en: 'Page', min: 1, max: 1_000_000 }),
    size: integer({ zh: '每页条数', en: 'Page size', min: 1, max: 200 }),
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
