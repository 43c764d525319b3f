import type { ReactNode } from 'react'
import type { Tone } from '#contract/kit/fields/field.ts'
import type { Measure, Measured, MeasureGroup } from '#contract/kit/figures/measure.ts'
import { figureText } from '#src/kit/chart/figure-text.ts'
import { numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { useToday } from './board-time.ts'
import { barsOf, behind, cards, intactOf, lastMonths, numberOf, orders } from './figures.ts'
import { Bars, Hero, Panel } from './panels.tsx'

type Found = Pick<MeasureGroup, 'values' | 'filter'> | null | undefined

interface CountProps {
  readonly of: Measure
  readonly found: Found
  readonly label: string
  readonly unit: string
  readonly beside: string
  readonly tone?: Tone
}

/** How many rows of a measure there are. */
export function CountHero({ of, found, ...shown }: CountProps): ReactNode {
  const { language } = useWords()
  const value = numberText(numberOf(found, 'count'), language)
  return <Hero {...shown} value={value} to={behind(of, 'count', found)} right={`${of.of.name}.list`} />
}

/** The part of all cards that is intact. */
export function IntactHero({ found, beside }: { readonly found: Found; readonly beside: string }): ReactNode {
  const { say, language } = useWords()
  const intact = intactOf(found)
  return (
    <Hero
      label={say(cards.figures.intact!)}
      value={intact ? numberText(intact.rate, language) : '—'}
      unit="%"
      beside={beside}
      tone={intact?.isLow ? 'warn' : 'good'}
      to={behind(cards, 'intact', found)}
      right={`${cards.of.name}.list`}
    />
  )
}

interface OpenProps {
  readonly found: Found
  readonly beside: string
  readonly tone?: Tone
}

/** The repairs that are not yet done. */
export function OpenHero(props: OpenProps): ReactNode {
  const { word } = useWords()
  return <CountHero {...props} of={orders} label={word('board.open')} unit={word('board.unit.orders')} />
}

/** The repairs reported this month beside those of last month. `found` is grouped by month. */
export function MonthHero({ found }: { readonly found: Measured | null | undefined }): ReactNode {
  const { word, language } = useWords()
  const [last, now] = lastMonths(orders, found, useToday(), 2)
  const beside = word('board.lastMonth', {
    count: numberText(numberOf(last, 'count'), language),
    time: figureText(now?.values.response, 'minutes', language),
  })
  return <CountHero of={orders} found={now} label={word('board.thisMonth')} unit={word('board.unit.orders')} beside={beside} />
}

interface BarsProps {
  readonly area: string
  readonly title: string
  readonly of: Measure
  readonly found: Measured | null | undefined
  /** Figure that the bars show; the count when absent. */
  readonly figure?: string
  readonly most: number
}

/** The groups of a measure as a ranking. */
export function BarsPanel({ area, title, of, found, figure = 'count', most }: BarsProps): ReactNode {
  const { language } = useWords()
  return (
    <Panel area={area} title={title} isEmpty={numberOf(found, figure) === 0}>
      {found && <Bars bars={barsOf(of, found, figure, language)} right={`${of.of.name}.list`} most={most} />}
    </Panel>
  )
}
