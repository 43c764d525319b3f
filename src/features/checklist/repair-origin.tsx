import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { checklistTask } from '#contract/entities/checklist/checklist-task.ts'
import { type Row, useList } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { useWords } from '#src/words/words.ts'
import { checklistWords as words } from './checklist-words.ts'

/** On a repair order: the checklist that it was reported from. */
export function RepairOrigin({ row }: { readonly row: Row }): ReactNode {
  const { say } = useWords()
  const maySee = useRight('checklistTask.list')
  const { data } = useList(checklistTask, maySee && row.source ? { repairId: row.id, size: 1 } : undefined)
  const [found] = data?.records ?? []
  if (!found) return null
  return (
    <Alert
      type="info"
      showIcon
      role="status"
      title={
        <>
          {say(words.fromChecklist)} <Link to={`/eam/checklist/${found.id}`}>{String(found.taskNo)}</Link>
        </>
      }
    />
  )
}
