import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import type { Measure, Measured } from '#contract/kit/figures/measure.ts'
import type { ChartData } from '#src/kit/chart/chart-data.ts'
import { ChartTable } from '#src/kit/chart/chart-table.tsx'
import { chartOf } from '#src/kit/chart/measure-chart.ts'
import { useChartLook } from '#src/kit/chart/use-chart-look.ts'
import { dateFormat } from '#src/kit/formats.ts'
import { useWords } from '#src/words/words.ts'
import { behind, lastMonths } from './figures.ts'
import { useOpens } from './panels.tsx'
import { useScale } from './use-scale.ts'

const Canvas = lazy(async () => ({ default: (await import('#src/kit/chart/chart-canvas.tsx')).ChartCanvas }))

/** Font size of a chart at the screen size that boards are designed for, pixels. */
const letters = 24
const noHandle = (): void => {}

/** Months that are drawn. */
const most = 12

interface ChartProps {
  readonly data: ChartData
  /** The list behind a category, by its place; undefined where there is none. */
  readonly listAt?: (category: number) => string | undefined
  /** The right that opens the lists. */
  readonly right: string
}

/** A chart with the font size of the board; a click opens the list behind it in a window of the desk. */
export function BoardChart({ data, listAt, right }: ChartProps): ReactNode {
  const { language } = useWords()
  const isOpen = useOpens(right)
  const open = (category: number): void => {
    const to = listAt?.(category)
    if (to) window.open(to, '_blank', 'noopener')
  }
  const look = useChartLook()
  const scale = useScale()
  const sized = useMemo(() => ({ ...look, size: Math.max(12, Math.round(letters * scale)) }), [look, scale])
  return (
    <div className="eam-board-chart">
      <Suspense>
        <div aria-hidden>
          <Canvas data={data} look={sized} language={language} onPick={listAt && isOpen ? open : undefined} onReady={noHandle} />
        </div>
      </Suspense>
      <div className="eam-unseen">
        <ChartTable data={data} />
      </div>
    </div>
  )
}

interface MonthsProps {
  readonly of: Measure
  readonly found: Measured
  readonly figure: string
  readonly today: string
}

/** A figure of a measure by month. */
export function MonthsChart({ of, found, figure, today }: MonthsProps): ReactNode {
  const { language } = useWords()
  const { rows, data } = useMemo(() => {
    const month = dateFormat(language, { month: 'short', timeZone: 'UTC' })
    const rows = lastMonths(of, found, today, most)
    const whole = chartOf(of, { ...found, rows }, figure, 'column', language)
    const categories = rows.map(({ key }) => ({ key, label: month.format(Date.parse(`${key}-01`)) }))
    return { rows, data: { ...whole, categories } }
  }, [of, found, figure, today, language])
  return <BoardChart data={data} listAt={(at) => behind(of, figure, rows[at])} right={`${of.of.name}.list`} />
}
