import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Tabs } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useHref, useLinkClickHandler, useParams } from 'react-router-dom'
import { checkStatistics } from '#contract/calls/check/check-report.ts'
import { checkReview } from '#contract/entities/check/check-review.ts'
import { checkScan } from '#contract/entities/check/check-scan.ts'
import { checkTask } from '#contract/entities/check/check-task.ts'
import { reportWords } from '#contract/entities/check/report-words.ts'
import { type Row, useCall } from '#src/data/hooks.ts'
import { useLive } from '#src/data/live/live-news.ts'
import { useSession } from '#src/data/session.ts'
import type { ActOrder } from '#src/kit/record/act-bar.tsx'
import { RecordPage } from '#src/kit/record/record-page.tsx'
import { RelatedList } from '#src/kit/record/related-list.tsx'
import { useWords } from '#src/words/words.ts'
import { CheckDepartments, type LinesOf } from './check-departments.tsx'
import { CheckLines } from './check-lines.tsx'
import { CheckLocations } from './check-locations.tsx'
import { CheckOverview } from './check-overview.tsx'
import { CopyCheck } from './copy-check.tsx'
import { useVeiled } from './use-veiled.ts'
import './check-desk.css'

const acts: ActOrder = { next: ['start', 'submit', 'close'], rare: [] }

/** One check: how far it is in figures and charts, its facts and people, its departments, lines, observations and reviews. */
export function CheckRecordPage(): ReactNode {
  const { id = '' } = useParams()
  const [shown, setShown] = useState<Shown>({ tab: 'departments', lines: {} })
  const { word } = useWords()
  const show = (lines: LinesOf): void => setShown({ tab: 'lines', lines })
  return (
    <RecordPage
      of={checkTask}
      id={id}
      listPath="/eam/check"
      order={acts}
      actions={(row) => (
        <>
          {row.checkStatus !== 'draft' && <ReportLink to={`/eam/check/${id}/report`} isNext={row.checkStatus === 'closed'} />}
          <CopyCheck id={id} label={word('device.copy')} />
        </>
      )}
      top={(row) => row.checkStatus !== 'draft' && <CheckOverview row={row} onOpen={show} />}
      lines={['members']}
      more={(row) => (row.checkStatus === 'draft' ? <Draft /> : <Started row={row} shown={shown} onShow={setShown} />)}
    />
  )
}

/** The way to the report; the next step once the check is closed. A link that looks like a button, as a button must not stand in a link. */
function ReportLink({ to, isNext }: { readonly to: string; readonly isNext: boolean }): ReactNode {
  const { say } = useWords()
  const follow = useLinkClickHandler<HTMLAnchorElement>(to)
  return (
    <Button
      type={isNext ? 'primary' : 'default'}
      href={useHref(to)}
      onClick={(event) => follow(event as unknown as Parameters<typeof follow>[0])}
    >
      {say(reportWords.report)}
    </Button>
  )
}

function Draft(): ReactNode {
  const { word } = useWords()
  return <Alert type="info" showIcon title={word('check.draftHint')} />
}

/** Poll interval of an open check while there is no stream of changes, milliseconds. */
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

interface Shown {
  readonly tab: string
  readonly lines: LinesOf
}

interface StartedProps {
  readonly row: Row
  readonly shown: Shown
  readonly onShow: (shown: Shown) => void
}

function Started({ row, shown, onShow }: StartedProps): ReactNode {
  const { word } = useWords()
  const rights = useSession((state) => state.person?.rights)
  useFresh(row.checkStatus === 'open')
  const isVeiled = useVeiled(row)
  const head = useCall(checkStatistics, { checkId: row.id }, !isVeiled)
  // The figures and charts above have no height before they are known; rows that move under the pointer lose the click.
  if (!isVeiled && head.isPending) return null
  const show = (lines: LinesOf): void => onShow({ tab: 'lines', lines })
  return (
    <section className="eam-panel">
      <Tabs
        activeKey={shown.tab}
        onChange={(tab) => onShow({ ...shown, tab })}
        items={[
          { key: 'departments', label: word('check.depts'), children: <CheckDepartments checkId={row.id} onOpen={show} /> },
          ...(isVeiled
            ? []
            : [
                { key: 'locations', label: word('check.byLocation'), children: <CheckLocations checkId={row.id} /> },
                {
                  key: 'lines',
                  label: word('check.allLines'),
                  children: <CheckLines key={JSON.stringify(shown.lines)} checkId={row.id} of={shown.lines} />,
                },
              ]),
          ...(rights?.includes('checkScan.list')
            ? [
                {
                  key: 'scans',
                  label: word('check.scans'),
                  children: <RelatedList of={checkScan} fixed={{ checkId: row.id }} />,
                },
              ]
            : []),
          ...(rights?.includes('checkReview.list')
            ? [
                {
                  key: 'reviews',
                  label: word('check.reviews'),
                  children: <RelatedList of={checkReview} fixed={{ checkId: row.id }} />,
                },
              ]
            : []),
        ]}
      />
    </section>
  )
}
