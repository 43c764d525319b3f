import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { checkLine } from '#contract/entities/check/check-line.ts'
import { checkResults } from '#contract/entities/check/check-results.ts'
import { checkScan } from '#contract/entities/check/check-scan.ts'
import { checkTask } from '#contract/entities/check/check-task.ts'
import { type Row, useList } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { RecordPage } from '#src/kit/record-page.tsx'
import { RelatedList } from '#src/kit/related-list.tsx'
import { numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { CheckParts } from './check-parts.tsx'

/** One check: its facts and people, how far it is, its lines and what was seen. */
export function CheckRecordPage(): ReactNode {
  const { id = '' } = useParams()
  const seesScans = useRight('checkScan.list')
  return (
    <RecordPage
      of={checkTask}
      id={id}
      listPath="/eam/check"
      extra={(row, report) => <CheckParts row={row} report={report} />}
      more={(row) => (
        <>
          <Progress row={row} />
          <RelatedList of={checkLine} title={checkLine} fixed={{ checkId: row.id }} />
          {seesScans && <RelatedList of={checkScan} title={checkScan} fixed={{ checkId: row.id }} />}
        </>
      )}
    />
  )
}

function Progress({ row }: { readonly row: Row }): ReactNode {
  const { word } = useWords()
  const members = (row.members as { userId: string; userName: string }[] | undefined) ?? []
  return (
    <section className="eam-panel" aria-label={word('check.progress')}>
      <h2>{word('check.progress')}</h2>
      <div className="eam-figures">
        {Object.keys(checkResults).map((result) => (
          <Count key={result} checkId={row.id} result={result as keyof typeof checkResults} />
        ))}
      </div>
      <p className="eam-people">
        {word('check.members')}
        {word('mark.colon')}
        {members.length === 0 ? '—' : members.map((member) => <Tag key={member.userId}>{member.userName}</Tag>)}
      </p>
    </section>
  )
}

function Count({ checkId, result }: { readonly checkId: string; readonly result: keyof typeof checkResults }): ReactNode {
  const { say, language } = useWords()
  const page = useList(checkLine, { checkId, result, current: 1, size: 1 })
  return (
    <div className="eam-figure-card">
      <span>{say(checkResults[result])}</span>
      <strong>{page.data ? numberText(page.data.total, language) : '…'}</strong>
    </div>
  )
}
