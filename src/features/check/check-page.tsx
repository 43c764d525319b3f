import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { checkProgress } from '#contract/calls/check/check-report.ts'
import { checkTask } from '#contract/entities/check/check-task.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { type Row, useCall } from '#src/data/hooks.ts'
import { type Person, useSession } from '#src/data/session.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useWords } from '#src/words/words.ts'
import { CountBar } from './check-figures.tsx'
import { CopyLastCheck } from './copy-check.tsx'
import './check-desk.css'

/** What a new check begins with: today, and who makes it as a counter. */
const newCheck = (person: Person | undefined): Readonly<Record<string, unknown>> => ({
  beginDate: homeDay(new Date()),
  ...(person ? { members: [{ userId: person.user_id, userName: person.realName }] } : {}),
})

/** The list of checks with how far each is; a new one names its scope and people. */
export function CheckPage(): ReactNode {
  const navigate = useNavigate()
  const { word } = useWords()
  const person = useSession((state) => state.person)
  return (
    <EntityPage
      of={checkTask}
      onOpen={(row) => void navigate(`/eam/check/${row.id}`)}
      initial={newCheck(person)}
      listActions={(selected) => selected.length === 0 && <CopyLastCheck />}
      onSaved={(saved) => void navigate(`/eam/check/${saved.id}`)}
      extraColumns={(rows) => [
        { key: 'progress', title: word('check.progress'), width: 190, render: (_value, row) => <ProgressCell row={row} rows={rows} /> },
      ]}
    />
  )
}

/** One call answers for all rows of the page. */
function ProgressCell({ row, rows }: { readonly row: Row; readonly rows: readonly Row[] }): ReactNode {
  const started = rows.filter((one) => one.checkStatus !== 'draft').map((one) => one.id)
  const progress = useCall(checkProgress, { checks: started.join(',') }, started.length > 0)
  const found = progress.data?.find((one) => one.id === row.id)
  if (!found) return <span className="eam-none">{progress.isFetching && started.includes(row.id) ? '…' : '—'}</span>
  return <CountBar of={found} />
}
