import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Tabs } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { checkStatistics } from '#contract/calls/check-report.ts'
import { blindCheck } from '#contract/entities/check/blind.ts'
import { checkReview } from '#contract/entities/check/check-review.ts'
import { checkScan } from '#contract/entities/check/check-scan.ts'
import { checkTask } from '#contract/entities/check/check-task.ts'
import { reportWords } from '#contract/entities/check/report-words.ts'
import { type Row, useCall } from '#src/data/hooks.ts'
import { useLive } from '#src/data/live/live-news.ts'
import { useSession } from '#src/data/session.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { RecordPage } from '#src/kit/record/record-page.tsx'
import { RelatedList } from '#src/kit/record/related-list.tsx'
import { useWords } from '#src/words/words.ts'
import { CheckDepartments, type LinesOf } from './check-departments.tsx'
import { FigureCards } from './check-figures.tsx'
import { CheckLines } from './check-lines.tsx'
import './check-desk.css'

/** One check: its facts and people, how far it is, its departments, lines, observations and reviews. */
export function CheckRecordPage(): ReactNode {
  const { id = '' } = useParams()
  const { say } = useWords()
  return (
    <RecordPage
      of={checkTask}
      id={id}
      listPath="/eam/check"
      actions={(row) =>
        row.checkStatus !== 'draft' && (
          <Link to={`/eam/check/${id}/report`}>
            <Button>{say(reportWords.report)}</Button>
          </Link>
        )
      }
      lines={['members']}
      more={(row) => (row.checkStatus === 'draft' ? <Draft /> : <Started row={row} />)}
    />
  )
}

function Draft(): ReactNode {
  const { word } = useWords()
  return <Alert type="info" showIcon title={word('check.draftHint')} />
}

/** How often an open check looks what its counters have sent while no stream of changes tells it, in milliseconds. */
const freshEvery = 15_000

const isOfChecks = ([kind, name]: readonly unknown[]): boolean =>
  kind === 'call' ? String(name).startsWith('check.') : kind === 'entity' && String(name).startsWith('check')

/** Refreshes the figures and their lists while people count; a hidden page does not poll. */
function useFresh(isOpen: boolean): void {
  const client = useQueryClient()
  const isLive = useLive((state) => state.isLive)
  useEffect(() => {
    if (!isOpen || isLive) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void client.invalidateQueries({ predicate: ({ queryKey }) => isOfChecks(queryKey) })
    }, freshEvery)
    return () => clearInterval(timer)
  }, [client, isOpen, isLive])
}

function Started({ row }: { readonly row: Row }): ReactNode {
  const { word } = useWords()
  const rights = useSession((state) => state.person?.rights)
  const [tab, setTab] = useState('departments')
  const [lines, setLines] = useState<LinesOf>({})
  const statistics = useCall(checkStatistics, { checkId: row.id })
  useFresh(row.checkStatus === 'open')
  const show = (of: LinesOf): void => {
    setLines(of)
    setTab('lines')
  }
  const { isCounter, mode, checkStatus } = statistics.data ?? {}
  const isBlind = isCounter && mode === blindCheck.is && checkStatus === 'open' && !rights?.includes(blindCheck.judge)
  return (
    <>
      {isBlind ? (
        <Alert type="info" showIcon title={word('check.blindHint')} />
      ) : statistics.data ? (
        <FigureCards of={statistics.data} onOpen={(result) => show(result ? { result } : {})} />
      ) : (
        <Outcome isLoading={statistics.isPending} error={statistics.error} onRetry={() => void statistics.refetch()} />
      )}
      <section className="eam-panel">
        <Tabs
          activeKey={tab}
          onChange={setTab}
          items={[
            { key: 'departments', label: word('check.depts'), children: <CheckDepartments checkId={row.id} onOpen={show} /> },
            ...(isBlind
              ? []
              : [
                  {
                    key: 'lines',
                    label: word('check.allLines'),
                    children: <CheckLines key={JSON.stringify(lines)} checkId={row.id} of={lines} />,
                  },
                ]),
            ...(rights?.includes('checkScan.list')
              ? [
                  {
                    key: 'scans',
                    label: word('check.scans'),
                    children: <RelatedList of={checkScan} title={checkScan} fixed={{ checkId: row.id }} />,
                  },
                ]
              : []),
            ...(rights?.includes('checkReview.list')
              ? [
                  {
                    key: 'reviews',
                    label: word('check.reviews'),
                    children: <RelatedList of={checkReview} title={checkReview} fixed={{ checkId: row.id }} />,
                  },
                ]
              : []),
          ]}
        />
      </section>
    </>
  )
}
