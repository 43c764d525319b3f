import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { checkStatistics } from '#contract/calls/check/check-report.ts'
import { checkTask } from '#contract/entities/check/check-task.ts'
import { checkLines } from '#contract/measures/check-lines.ts'
import { type Row, useCall } from '#src/data/hooks.ts'
import { useMeasure } from '#src/data/measure.ts'
import { Chart } from '#src/kit/chart/chart.tsx'
import { MeasureDrawing } from '#src/kit/chart/measure-card.tsx'
import { listAddress } from '#src/kit/chart/measure-chart.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { dayText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import type { LinesOf } from './check-departments.tsx'
import { FigureCards } from './check-figures.tsx'
import { daysOfCheck } from './days-of-check.ts'
import { useVeiled } from './use-veiled.ts'
import './check-desk.css'

interface Props {
  readonly row: Row
  /** Shows the lines behind a figure. */
  readonly onOpen: (of: LinesOf) => void
}

/** How a check stands: figures first, then its departments by result and how it went day by day. */
export function CheckOverview({ row, onOpen }: Props): ReactNode {
  const { word } = useWords()
  const statistics = useCall(checkStatistics, { checkId: row.id })
  const isVeiled = useVeiled(row)
  if (isVeiled) return <Alert type="info" showIcon title={word('check.blindHint')} />
  if (!statistics.data)
    return <Outcome isLoading={statistics.isPending} error={statistics.error} onRetry={() => void statistics.refetch()} />
  const isBegun = statistics.data.counted + statistics.data.surplus > 0
  return (
    <>
      <FigureCards of={statistics.data} onOpen={(result) => onOpen(result ? { result } : {})} />
      {isBegun && (
        <section className="eam-panel eam-check-charts" aria-label={word('check.byDeptChart')}>
          <Departments checkId={row.id} />
          <Days row={row} />
        </section>
      )}
    </>
  )
}

function Departments({ checkId }: { readonly checkId: string }): ReactNode {
  const { word } = useWords()
  const { data, error, refetch } = useMeasure(checkLines, { checkId, group: 'dept', split: 'result', figures: 'count' })
  return (
    <MeasureDrawing
      of={checkLines}
      title={word('check.byDeptChart')}
      figure="count"
      kind="stacked"
      found={data}
      error={error}
      onRetry={() => void refetch()}
      height={260}
    />
  )
}

function Days({ row }: { readonly row: Row }): ReactNode {
  const { word, say, language } = useWords()
  const navigate = useNavigate()
  const { data, error, refetch } = useMeasure(checkLines, { checkId: row.id, group: 'day', figures: 'counted' })
  const days = data && daysOfCheck(data)
  const open = (at: number): void => {
    const address = days?.groups[at] && listAddress(checkLines, checkLines.figures.counted, days.groups[at].filter)
    if (address) void navigate(address)
  }
  return (
    <Chart
      title={word('check.days')}
      sum={row.endDate ? `${say(checkTask.fields.endDate)} ${dayText(String(row.endDate), language)}` : undefined}
      data={
        days && {
          kind: 'column',
          figure: word('check.countedDay'),
          unit: 'lines',
          by: word('check.day'),
          categories: days.groups.map(({ key }) => ({ key: key!, label: key! })),
          series: [{ key: 'counted', label: word('check.countedDay'), values: days.counted }],
        }
      }
      error={error}
      onRetry={() => void refetch()}
      onPick={open}
      height={260}
    />
  )
}
