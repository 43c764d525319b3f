import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { setRange } from '#contract/calls/iot/energy.ts'
import { deviceRange } from '#contract/entities/iot/device-range.ts'
import { deviceSecDay } from '#contract/entities/iot/device-sec-day.ts'
import { sensorAlarm } from '#contract/entities/iot/sensor-alarm.ts'
import { sensorBinding } from '#contract/entities/iot/sensor-binding.ts'
import { sensorConfig } from '#contract/entities/iot/sensor-config.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { type Row, useList } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallButton } from '#src/kit/form/call-button.tsx'
import { RelatedList } from '#src/kit/record/related-list.tsx'
import { ColdChainLink } from './cold-chain-link.tsx'
import { EnergyCosts } from './energy-costs.tsx'
import { WeekHours } from './week-hours.tsx'

/** The days, sensors and earlier sensors of a device. */
export function DeviceOperation({ row }: { readonly row: Row }): ReactNode {
  const navigate = useNavigate()
  const seesRanges = useRight('deviceRange.list')
  const seesAlarms = useRight('sensorAlarm.list')
  const given = { fixed: { deviceId: row.id }, initial: { deviceId: row.id, deviceName: row.deviceName } } as const
  const today = homeDay(new Date())
  const power = useList(deviceSecDay, { deviceId: row.id, size: 1 })
  const climate = useList(sensorConfig, useRight('sensorConfig.list') ? { deviceId: row.id, sensorKind: 'climate', size: 1 } : undefined)
  return (
    <>
      {climate.data?.total ? (
        <div className="eam-actions">
          <ColdChainLink deviceId={row.id} from={daysAfter(today, -6)} to={today} />
        </div>
      ) : null}
      {power.data?.total ? (
        <>
          <EnergyCosts deviceId={String(row.id)} />
          <WeekHours deviceId={String(row.id)} />
        </>
      ) : null}
      {seesAlarms && (
        <RelatedList
          of={sensorAlarm}
          columns={['alarmTitle', 'alarmState', 'severity', 'openedAt', 'endedAt', 'peak', 'responseState']}
          onOpen={({ id }) => void navigate(`/iot/alarm/${id}`)}
          fixed={given.fixed}
        />
      )}
      <RelatedList
        of={deviceSecDay}
        columns={['dayTitle', 'kwh', 'energyCost', 'runningSeconds', 'standbySeconds', 'offSeconds', 'peakWatts', 'starts', 'isManual']}
        {...given}
      />
      <div className="eam-actions">
        <CallButton of={setRange} given={{ deviceIds: [row.id] }} start={{ validFrom: today }} />
      </div>
      {seesRanges && <RelatedList of={deviceRange} columns={['rangeName', 'validFrom', 'standbyFrom', 'runningFrom']} {...given} />}
      <RelatedList of={sensorConfig} columns={['sensorCode', 'sensorKind', 'liveState', 'lastSeen', 'battery']} {...given} />
      <RelatedList of={sensorBinding} columns={['sensorCode', 'sensorKind', 'boundAt', 'endedAt', 'endReason']} {...given} />
    </>
  )
}
