import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import type { Measure, Measured } from '#contract/kit/measure.ts'
import type { ChartData } from '#src/kit/chart/chart-data.ts'
import { ChartTable } from '#src/kit/chart/chart-table.tsx'
import { chartOf } from '#src/kit/chart/measure-chart.ts'
import { useChartLook } from '#src/kit/chart/use-chart-look.ts'
import { useWords } from '#src/words/words.ts'
import { lastMonths } from './figures.ts'
import { useScale } from './use-scale.ts'

const Canvas = lazy(async () => ({ default: (await import('#src/kit/chart/chart-canvas.tsx')).ChartCanvas }))

/** Font size of a chart at the screen size that boards are designed for, pixels. */
const letters = 22
const noHandle = (): void => {}

/** Months that are drawn. */
const most = 12

/** A chart with the font size of the board. */
export function BoardChart({ data }: { readonly data: ChartData }): ReactNode {
  const { language } = useWords()
  const look = useChartLook()
  const scale = useScale()
  const sized = useMemo(() => ({ ...look, size: Math.max(12, Math.round(letters * scale)) }), [look, scale])
  return (
    <div className="eam-board-chart">
      <Suspense>
        <div aria-hidden>
          <Canvas data={data} look={sized} language={language} onReady={noHandle} />
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
  const data = useMemo(() => {
    const month = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', { month: 'short', timeZone: 'UTC' })
    const rows = lastMonths(of, found, today, most)
    const whole = chartOf(of, { ...found, rows }, figure, 'column', language)
    return { ...whole, categories: rows.map(({ key }) => ({ key, label: month.format(Date.parse(`${key}-01`)) })) }
  }, [of, found, figure, today, language])
  return <BoardChart data={data} />
}
