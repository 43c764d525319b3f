import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router-dom'
import { checklistRecord } from '#contract/entities/checklist/checklist-record.ts'
import { checklistTask } from '#contract/entities/checklist/checklist-task.ts'
import { checklistVersion } from '#contract/entities/checklist/checklist-version.ts'
import type { ChecklistItem } from '#contract/entities/checklist/items.ts'
import { type Answers, type Entry, judge } from '#contract/entities/checklist/judge.ts'
import { type Row, useDetail, useList } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { Parts } from '#src/kit/parts.tsx'
import type { ActOrder } from '#src/kit/record/act-bar.tsx'
import { History } from '#src/kit/record/history.tsx'
import { RecordPage } from '#src/kit/record/record-page.tsx'
import { recordPath } from '#src/kit/record/record-paths.ts'
import { useWords } from '#src/words/words.ts'
import { ChecklistResult } from './checklist-result.tsx'
import { checklistWords as words } from './checklist-words.ts'
import { FillChecklist } from './fill-checklist.tsx'
import { ReportFault } from './report-fault.tsx'

/** Facts that the heading and the answers show. */
const elsewhere: readonly string[] = ['taskNo', 'taskStatus', 'photos', 'findings']

/** The primary act is the one below the answers. */
const acts: ActOrder = { next: [], rare: ['cancel'] }

/** The checklist that the address names. */
export function ChecklistRecordPage(): ReactNode {
  const { id = '' } = useParams()
  return <ChecklistOf id={id} />
}

/** One checklist: filled in while it is open, afterwards what was found. */
export function ChecklistOf({ id }: { readonly id: string }): ReactNode {
  const { say } = useWords()
  const seesDevice = useRight('device.list')
  return (
    <RecordPage
      of={checklistTask}
      id={id}
      listPath="/eam/checklist"
      without={elsewhere}
      order={acts}
      // What is typed is saved before it is finished, and an abnormal item says what is reported.
      allows={(_row, name) => name !== 'finish' && name !== 'openRepair'}
      top={(row) => (
        <>
          {seesDevice && <Parts at="record.device" given={{ deviceId: String(row.deviceId) }} />}
          {typeof row.repairId === 'string' && <Reported id={row.repairId} name={String(row.repairName ?? '')} />}
        </>
      )}
      lead={(row) => (row.taskStatus === 'cancelled' ? null : <Checklist key={row.id} row={row} />)}
      aside={(row) => <History of={checklistTask} id={row.id} title={say(checklistTask)} />}
    />
  )
}

function Reported({ id, name }: { readonly id: string; readonly name: string }): ReactNode {
  const { say } = useWords()
  const path = recordPath('repairOrder', id)
  const mayOpen = useRight('repairOrder.list')
  return (
    <Alert
      type="info"
      showIcon
      role="status"
      title={
        <>
          {say(words.reported)} {path && mayOpen ? <Link to={path}>{name}</Link> : name}
        </>
      }
    />
  )
}

function Checklist({ row }: { readonly row: Row }): ReactNode {
  const mayWork = useRight('checklistTask.work')
  const maySave = useRight('checklistTask.submit')
  const isFinished = row.taskStatus === 'finished'
  const version = useDetail(checklistVersion, row.templateVersionId ? String(row.templateVersionId) : undefined)
  if (isFinished) return <Finished row={row} version={version.data} />
  if (!version.data) return <Outcome isLoading={!version.error} error={version.error} onRetry={() => void version.refetch()} />
  const items = version.data.items as unknown as readonly ChecklistItem[]
  return mayWork && maySave ? (
    <FillChecklist row={row} items={items} />
  ) : (
    <ChecklistResult entries={judge(items, (row.answers ?? {}) as Answers).entries} />
  )
}

/** What a finished checklist asked and was answered, from its newest record; from its answers for who sees no records. */
function Finished({ row, version }: { readonly row: Row; readonly version: Row | undefined }): ReactNode {
  const maySee = useRight('checklistRecord.list')
  const mayWork = useRight('checklistTask.work')
  const mayReport = useRight('repairOrder.submit')
  const records = useList(checklistRecord, maySee ? { taskId: row.id, descs: 'createTime', size: 1 } : undefined)
  const record = useDetail(checklistRecord, records.data?.records[0]?.id)
  const error = records.error ?? record.error
  const entries = maySee
    ? (record.data?.entries as unknown as readonly Entry[] | undefined)
    : version && judge(version.items as unknown as readonly ChecklistItem[], (row.answers ?? {}) as Answers).entries
  if (!entries) return <Outcome isLoading={!error} error={error} onRetry={() => void records.refetch()} />
  const canReport = mayWork && mayReport && !row.repairId
  return <ChecklistResult entries={entries} act={(entry) => canReport && <ReportFault row={row} entry={entry} />} />
}
