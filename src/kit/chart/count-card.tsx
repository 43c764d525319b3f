import { type ReactNode, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Field } from '#contract/kit/fields/field.ts'
import type { ChartKind } from '#contract/kit/figures/chart-kind.ts'
import type { FigureUnit } from '#contract/kit/figures/measure.ts'
import { useWords } from '#src/words/words.ts'
import { Chart } from './chart.tsx'
import type { ChartData } from './chart-data.ts'
import { figureText } from './figure-text.ts'
import { toneOfChoice } from './measure-chart.ts'
import { OpenMeasure } from './open-measure.tsx'

/** One value of a field and how many rows have it; the value is null for rows without one. */
interface Count {
  readonly key: string | null
  readonly name: string | null
  readonly count: number
}

interface Props {
  readonly title: string
  readonly kind: ChartKind
  /** What is counted, in what, and by which field. */
  readonly figure: string
  readonly unit: FigureUnit
  readonly by: Field
  readonly formula?: string
  readonly answer: { readonly data?: readonly Count[]; readonly error: Error | null; readonly refetch: () => unknown }
  /** The list of exactly the rows that have a value. */
  readonly listOf: (key: string | null) => string
  /** The page with the full measure. */
  readonly to: string
  readonly height?: number
}

/** The counts that a call answers, as a chart on a page of cards; a click opens the list of the rows behind a value. */
export function CountCard({ title, kind, figure, unit, by, formula, answer, listOf, to, height }: Props): ReactNode {
  const { word, say, language } = useWords()
  const navigate = useNavigate()
  const notSet = word('home.notSet')
  const data = useMemo((): ChartData | undefined => {
    const seen = answer.data?.filter(({ count }) => count > 0)
    // A ring keeps the order of the states.
    const counts = kind === 'donut' ? seen : seen?.sort((one, other) => other.count - one.count)
    return (
      counts && {
        kind,
        figure,
        unit,
        by: say(by),
        categories: counts.map(({ key, name }) => ({ key: key ?? '', label: name ?? notSet, ...toneOfChoice(by, key) })),
        series: [{ key: 'count', label: figure, values: counts.map(({ count }) => count) }],
      }
    )
  }, [answer.data, kind, figure, unit, by, notSet, say])
  const sum = answer.data?.reduce((all, { count }) => all + count, 0)
  return (
    <Chart
      title={title}
      sum={sum === undefined ? undefined : figureText(sum, unit, language)}
      formula={formula}
      data={data}
      error={answer.error}
      onRetry={() => void answer.refetch()}
      onPick={(category) => void navigate(listOf(data!.categories[category]!.key || null))}
      height={height}
      more={<OpenMeasure title={title} to={to} />}
    />
  )
}
