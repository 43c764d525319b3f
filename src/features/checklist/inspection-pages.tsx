import { Button, Empty, Segmented } from 'antd'
import type { ReactNode } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { checklistRecord } from '#contract/entities/checklist/checklist-record.ts'
import { checklistTask } from '#contract/entities/checklist/checklist-task.ts'
import type { Entry } from '#contract/entities/checklist/judge.ts'
import { inspections } from '#contract/measures/inspections.ts'
import { useMeasure } from '#src/data/measure.ts'
import { useRight } from '#src/data/session.ts'
import { MeasureTable } from '#src/kit/chart/measure-table.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { Parts } from '#src/kit/parts.tsx'
import { RecordPage } from '#src/kit/record/record-page.tsx'
import { useWords } from '#src/words/words.ts'
import { ChecklistOf } from './checklist-record-page.tsx'
import { ChecklistResult } from './checklist-result.tsx'
import { inspectionPaths as paths, inspectionWords as words } from './inspection-words.ts'

const inspection = { useKind: 'inspection' } as const
/** Inspections that are not done. */
const open = { ...inspection, taskStatus: 'todo,filling' } as const

/** The inspection that the address names by `id`; without one it is chosen from the plan. */
export function InspectionPage(): ReactNode {
  const id = useSearchParams()[0].get('id')
  return id ? <ChecklistOf id={id} /> : <Navigate replace to={paths.plan} />
}

/** What was found at inspections, newest first. */
export function InspectionRecordsPage(): ReactNode {
  const navigate = useNavigate()
  return <EntityPage of={checklistRecord} fixed={inspection} onOpen={(row) => void navigate(`${paths.record}?id=${row.id}`)} />
}

/** The inspection record that the address names by `id`; without one it is chosen first. */
export function InspectionRecordPage(): ReactNode {
  const id = useSearchParams()[0].get('id')
  const seesDevice = useRight('device.list')
  if (!id) return <Navigate replace to={paths.records} />
  return (
    <RecordPage
      of={checklistRecord}
      id={id}
      listPath={paths.records}
      without={['photos', 'findings']}
      top={(row) => seesDevice && <Parts at="record.device" given={{ deviceId: String(row.deviceId) }} />}
      lead={(row) => Array.isArray(row.entries) && <ChecklistResult entries={row.entries as unknown as readonly Entry[]} />}
    />
  )
}

/** The inspections that are to be done, by task, to be read only; each leads to the page where it is carried out. */
export function InspectionPlanPage(): ReactNode {
  const { say } = useWords()
  return (
    <>
      <PlanHead is="plan" />
      <EntityPage
        of={checklistTask}
        fixed={open}
        isReadOnly
        filledBy={say(words.noPlan)}
        more={(row) => <Link to={`${paths.view}?id=${row.id}`}>{say(words.toView)}</Link>}
      />
    </>
  )
}

/** The inspections that are to be done, by device; each number opens its inspections. */
export function InspectionDevicesPage(): ReactNode {
  const { say } = useWords()
  const found = useMeasure(inspections, { group: 'device', figures: 'count', taskStatus: open.taskStatus })
  return (
    <>
      <PlanHead is="devices" />
      {!found.data ? (
        <Outcome isLoading={found.isPending} error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data.rows.length === 0 ? (
        <Empty description={say(words.none)} />
      ) : (
        <MeasureTable of={inspections} found={found.data} figure="count" kind="bar" />
      )}
    </>
  )
}

/** The two orders of the plan, and the way to what was found. */
function PlanHead({ is }: { readonly is: 'plan' | 'devices' }): ReactNode {
  const { say } = useWords()
  const navigate = useNavigate()
  const maySeeRecords = useRight('checklistRecord.list')
  return (
    <div className="eam-toolbar">
      <Segmented
        aria-label={say(words.plan)}
        value={is}
        options={[
          { value: 'plan' as const, label: say(words.byTask) },
          { value: 'devices' as const, label: say(words.byDevice) },
        ]}
        onChange={(one) => void navigate(paths[one])}
      />
      {maySeeRecords && (
        <Button type="link" onClick={() => void navigate(paths.records)}>
          {say(words.records)}
        </Button>
      )}
    </div>
  )
}
