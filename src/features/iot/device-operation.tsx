import type { ReactNode } from 'react'
import { deviceSecDay } from '#contract/entities/iot/device-sec-day.ts'
import { sensorBinding } from '#contract/entities/iot/sensor-binding.ts'
import { sensorConfig } from '#contract/entities/iot/sensor-config.ts'
import type { Row } from '#src/data/hooks.ts'
import { RelatedList } from '#src/kit/record/related-list.tsx'

/** The days, sensors and earlier sensors of a device. */
export function DeviceOperation({ row }: { readonly row: Row }): ReactNode {
  const given = { fixed: { deviceId: row.id }, initial: { deviceId: row.id, deviceName: row.deviceName } } as const
  return (
    <>
      <RelatedList
        of={deviceSecDay}
        columns={['dayTitle', 'kwh', 'runningSeconds', 'standbySeconds', 'offSeconds', 'peakWatts', 'starts', 'isManual']}
        {...given}
      />
      <RelatedList of={sensorConfig} columns={['sensorCode', 'sensorKind', 'liveState', 'lastSeen', 'battery']} {...given} />
      <RelatedList of={sensorBinding} columns={['sensorCode', 'sensorKind', 'boundAt', 'endedAt', 'endReason']} {...given} />
    </>
  )
}
