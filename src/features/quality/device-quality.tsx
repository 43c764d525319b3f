import type { ReactNode } from 'react'
import { qualityCard } from '#contract/entities/quality/quality-card.ts'
import { qualityControl } from '#contract/entities/quality/quality-control.ts'
import { recallDevice } from '#contract/entities/quality/recall-device.ts'
import { statutoryCard } from '#contract/entities/quality/statutory-card.ts'
import { statutoryInspection } from '#contract/entities/quality/statutory-inspection.ts'
import type { Row } from '#src/data/hooks.ts'
import { RelatedList } from '#src/kit/record/related-list.tsx'

/** The quality controls, statutory inspections and recalls of a device. */
export function DeviceQuality({ row }: { readonly row: Row }): ReactNode {
  const given = { fixed: { deviceId: row.id }, initial: { deviceId: row.id, deviceName: row.deviceName } } as const
  return (
    <>
      <RelatedList of={qualityCard} columns={['template', 'nextDue', 'lastOn', 'lastResult', 'lastControl']} {...given} />
      <RelatedList
        of={qualityControl}
        columns={['controlNo', 'controlState', 'template', 'controlledOn', 'result', 'failedPoints', 'controlledBy']}
        {...given}
      />
      <RelatedList of={statutoryCard} columns={['inspectionKind', 'validUntil', 'result', 'certificateNo', 'body']} {...given} />
      <RelatedList
        of={statutoryInspection}
        columns={['inspectionNo', 'inspectionState', 'inspectionKind', 'inspectedOn', 'result', 'validUntil']}
        {...given}
      />
      <RelatedList
        of={recallDevice}
        columns={['recall', 'caseState', 'matchKind', 'matchValue', 'isHeld', 'outcome', 'doneOn']}
        {...given}
      />
    </>
  )
}
