import type { ReactNode } from 'react'
import { qualityCard } from '#contract/entities/quality/quality-card.ts'
import { qualityControl } from '#contract/entities/quality/quality-control.ts'
import type { Row } from '#src/data/hooks.ts'
import { RelatedRows } from '#src/kit/record/related-list.tsx'

/** The quality control schedules and records of a device. */
export function DeviceQuality({ row }: { readonly row: Row }): ReactNode {
  const given = { fixed: { deviceId: row.id }, initial: { deviceId: row.id, deviceName: row.deviceName } } as const
  return (
    <>
      <RelatedRows of={qualityCard} columns={['template', 'nextDue', 'lastOn', 'lastResult', 'lastControl']} {...given} />
      <RelatedRows
        of={qualityControl}
        columns={['controlNo', 'controlState', 'template', 'controlledOn', 'result', 'failedPoints', 'controlledBy']}
        {...given}
      />
    </>
  )
}
