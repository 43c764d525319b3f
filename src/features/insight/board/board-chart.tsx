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
  /** Months that are drawn; a year when absent. */
  readonly most?: number
}

/** A figure of a measure by month. */
export function MonthsChart({ of, found, figure, today, most = 12 }: MonthsProps): ReactNode {
  const { language } = useWords()
  const { rows, data } = useMemo(() => {
    const month = dateFormat(language, { month: 'short', timeZone: 'UTC' })
    const rows = lastMonths(of, found, today, most)
    const whole = chartOf(of, { ...found, rows }, figure, 'column', language)
    const categories = rows.map(({ key }) => ({ key, label: month.format(Date.parse(`${key}-01`)) }))
    return { rows, data: { ...whole, categories } }
  }, [of, found, figure, today, most, language])
  return <BoardChart data={data} listAt={(at) => behind(of, figure, rows[at])} right={`${of.of.name}.list`} />
}

interface GroupsProps {
  readonly of: Measure
  readonly found: Measured
  readonly figure: string
  /** The groups are days of one stretch, which need no year. */
  readonly isShortDay?: boolean
}

/** A figure of a measure by its periods or bands, in their order. */
export function GroupsChart({ of, found, figure, isShortDay = false }: GroupsProps): ReactNode {
  const { language } = useWords()
  const data = useMemo(() => {
    const whole = chartOf(of, found, figure, 'column', language)
    if (!isShortDay) return whole
    return { ...whole, categories: whole.categories.map((one) => ({ ...one, label: dayLabel(one.key) })) }
  }, [of, found, figure, isShortDay, language])
  return <BoardChart data={data} listAt={(at) => behind(of, figure, found.rows[at])} right={`${of.of.name}.list`} />
}

/** `2026-11-09` as `11/9`: a day beside its neighbours. */
export const dayLabel = (day: string): string => `${Number(day.slice(5, 7))}/${Number(day.slice(8, 10))}`
