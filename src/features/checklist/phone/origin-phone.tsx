import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { checklistTask } from '#contract/entities/checklist/checklist-task.ts'
import { readDetail } from '#src/data/read-detail.ts'
import { useRight } from '#src/data/session.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { useAsked } from '#src/kit/phone/use-asked.ts'
import { useWords } from '#src/words/words.ts'
import { checklistWords as words } from '../checklist-words.ts'

const readTask = (id: string, signal: AbortSignal) => readDetail(checklistTask, id, signal)

/** On a repair order: the checklist that it was reported from, which the server has since it was finished. Nothing where the person may not see it. */
export function OrderOrigin({ source }: { readonly source: string }): ReactNode {
  const { say } = useWords()
  const { online } = useSync()
  const maySee = useRight('checklistTask.list')
  // Nothing where the report came from another document, or the person may not see the checklist.
  const found = useAsked(readTask, source, maySee && online)
  if (!found) return null
  return (
    <p className="ph-alert ph-alert-calm" role="status">
      {say(words.fromChecklist)}{' '}
      <Link className="ph-text-link" to={`/checklists/${source}`}>
        {found.taskNo}
      </Link>
    </p>
  )
}
