import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { checklistTask } from '#contract/entities/checklist/checklist-task.ts'
import { readDetail } from '#src/data/read-detail.ts'
import { useRight } from '#src/data/session.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { useWords } from '#src/words/words.ts'
import { checklistWords as words } from '../checklist-words.ts'

/** On a repair order: the checklist that it was reported from, which the server has since it was finished. Nothing where the person may not see it. */
export function OrderOrigin({ source }: { readonly source: string }): ReactNode {
  const { say } = useWords()
  const { online } = useSync()
  const maySee = useRight('checklistTask.list')
  const [found, setFound] = useState<{ readonly id: string; readonly no: string }>()
  const isNeeded = maySee && online && found?.id !== source
  useEffect(() => {
    if (!isNeeded) return
    const controller = new AbortController()
    readDetail(checklistTask, source, controller.signal).then(
      (row) => setFound({ id: source, no: String(row.taskNo) }),
      // The report came from another document, or the person may not see the checklist.
      () => {},
    )
    return () => controller.abort()
  }, [source, isNeeded])
  if (found?.id !== source) return null
  return (
    <p className="ph-alert ph-alert-calm" role="status">
      {say(words.fromChecklist)}{' '}
      <Link className="ph-text-link" to={`/checklists/${source}`}>
        {found.no}
      </Link>
    </p>
  )
}
