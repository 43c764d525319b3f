import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { loadReady, planTasks } from '#contract/calls/checklist/checklist.ts'
import { checklistRecord } from '#contract/entities/checklist/checklist-record.ts'
import { checklistTask } from '#contract/entities/checklist/checklist-task.ts'
import { checklistTemplate } from '#contract/entities/checklist/checklist-template.ts'
import type { Entry } from '#contract/entities/checklist/judge.ts'
import { useRight } from '#src/data/session.ts'
import { CallButton } from '#src/kit/form/call-button.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useWords } from '#src/words/words.ts'
import { ChecklistResult } from './checklist-result.tsx'
import { inspectionPaths, inspectionWords } from './inspection-words.ts'

/** The checklists as a list or a board; one opens in a tab of its own, where it is filled in. */
export function ChecklistPage(): ReactNode {
  const navigate = useNavigate()
  const { say } = useWords()
  const maySeeRecords = useRight('checklistRecord.list')
  const open = (key: keyof typeof inspectionPaths) => ({
    key,
    label: say(inspectionWords[key]),
    onClick: () => void navigate(inspectionPaths[key]),
  })
  return (
    <EntityPage
      of={checklistTask}
      listMore={[open('plan'), ...(maySeeRecords ? [open('records')] : [])]}
      onOpen={(row) => void navigate(`/eam/checklist/${row.id}`)}
      onSaved={(saved) => void navigate(`/eam/checklist/${saved.id}`)}
      listActions={(selected) => selected.length === 0 && <CallButton of={planTasks} />}
    />
  )
}

/** The templates; the ready ones are loaded with one act. */
export function ChecklistTemplatePage(): ReactNode {
  const { language } = useWords()
  return (
    <EntityPage
      of={checklistTemplate}
      listActions={(selected) => selected.length === 0 && <CallButton of={loadReady} start={{ language }} />}
    />
  )
}

/** The records; one shows what was asked and answered. */
export function ChecklistRecordsPage(): ReactNode {
  return (
    <EntityPage
      of={checklistRecord}
      more={(row) => Array.isArray(row.entries) && <ChecklistResult entries={row.entries as unknown as readonly Entry[]} />}
    />
  )
}
