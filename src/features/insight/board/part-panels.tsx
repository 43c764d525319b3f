import type { ReactNode } from 'react'
import { groupWords, type Measure, type Measured } from '#contract/kit/figures/measure.ts'
import { useWords, type WordKey } from '#src/words/words.ts'
import { type Lack, measuredOf, type Part } from './board-calls.ts'
import { barsOf } from './figures.ts'
import { type Bar, Bars, Panel } from './panels.tsx'

/** Why a part of a board shows no figures. */
export const lacks: Readonly<Record<Lack, WordKey>> = {
  loading: 'board.loading',
  noRight: 'board.noRight',
  hidden: 'board.hidden',
  failed: 'board.failed',
}

interface PartPanelProps {
  readonly area: string
  readonly title: string
  readonly note?: ReactNode
  readonly part: Part
  readonly isEmpty: boolean
  /** Said where there is nothing; 暂无数据 when absent. */
  readonly none?: string
  readonly children: ReactNode
}

/** A panel of one call: its figures, or why there are none. */
export function PartPanel({ part, isEmpty, none, ...panel }: PartPanelProps): ReactNode {
  const { word } = useWords()
  return <Panel {...panel} isEmpty={isEmpty || part.lack !== undefined} none={part.lack ? word(lacks[part.lack]) : none} />
}

interface ReportBarsProps {
  readonly area: string
  readonly of: Measure
  readonly report: string
  readonly part: Part<Parameters<typeof measuredOf>[2] & object>
  /** Figure that the bars show; the count when absent. */
  readonly figure?: string
  readonly title?: string
  readonly most: number
  /** The last periods rather than the first. */
  readonly isTrend?: boolean
}

/** A report as bars: ranked, or in the order of its bands and periods. */
export function ReportBars({ area, of, report, part, figure = 'count', title, most, isTrend }: ReportBarsProps): ReactNode {
  const { say, language } = useWords()
  const found = measuredOf(of, report, part.data)
  const isOrdered = of.groups[of.reports![report]!.group]!.as !== undefined
  const ranked = found ? barsOf(of, found, figure, language) : []
  const bars = isOrdered && found ? inOrder(found, ranked) : ranked
  return (
    <PartPanel area={area} title={title ?? say(groupWords(of, of.reports![report]!.group))} part={part} isEmpty={bars.length === 0}>
      <Bars bars={isTrend ? bars.slice(-most) : bars} right={`${of.of.name}.list`} most={most} />
    </PartPanel>
  )
}

const inOrder = (found: Measured, bars: readonly Bar[]): readonly Bar[] =>
  found.rows.flatMap(({ key }) => bars.find((bar) => bar.key === (key ?? '')) ?? [])
