import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import type { Measure, Measured } from '#contract/kit/measure.ts'
import { type ChartKind, drawn } from '#src/kit/chart/chart-data.ts'
import { ChartTable } from '#src/kit/chart/chart-table.tsx'
import { chartOf } from '#src/kit/chart/measure-chart.ts'
import { useChartLook } from '#src/kit/chart/use-chart-look.ts'
import { useWords } from '#src/words/words.ts'
import { useScale } from './use-scale.ts'

const Canvas = lazy(async () => ({ default: (await import('#src/kit/chart/chart-canvas.tsx')).ChartCanvas }))

/** Height of letters in a drawing on the screen that boards are drawn for, pixels. */
const letters = 22
const noHandle = (): void => {}

/** A figure of a measure as a drawing on a board, its letters as large as the others; months are said by their names. */
export function BoardChart({
  of,
  found,
  figure,
  kind,
}: {
  readonly of: Measure
  readonly found: Measured
  readonly figure: string
  readonly kind: ChartKind
}): ReactNode {
  const { language } = useWords()
  const look = useChartLook()
  const scale = useScale()
  const sized = useMemo(() => ({ ...look, size: Math.max(12, Math.round(letters * scale)) }), [look, scale])
  const data = useMemo(() => {
    const whole = drawn(chartOf(of, found, figure, kind, language), 1000)
    if (of.groups[found.group]?.as !== 'month') return whole
    const month = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', { month: 'short', timeZone: 'UTC' })
    const named = whole.categories.map(({ key, label }) => ({
      key,
      label: key ? month.format(Date.parse(`${key.slice(0, 7)}-01`)) : label,
    }))
    return { ...whole, categories: named }
  }, [of, found, figure, kind, language])
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
