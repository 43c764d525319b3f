import type { ReactNode } from 'react'
import type { ChartKind } from '#contract/kit/figures/chart-kind.ts'
import { daysAfter, homeDay, mondayOf } from '#contract/kit/time/day.ts'
import { repairs } from '#contract/measures/repairs.ts'
import { measureAddress } from '#src/kit/chart/measure-address.ts'
import { MeasureCard } from '#src/kit/chart/measure-card.tsx'
import { useWords } from '#src/words/words.ts'
import { homeRepairs } from './home-words.ts'

/** The Monday some weeks before this one, so that the first week is whole. */
const weeksAgo = (weeks: number): string => daysAfter(mondayOf(homeDay(new Date())), -7 * weeks)

interface Props {
  readonly title: keyof typeof homeRepairs
  readonly group: string
  readonly figure: keyof typeof repairs.figures
  readonly kind: ChartKind
  readonly weeks: number
}

function RepairChart({ title, group, figure, kind, weeks }: Props): ReactNode {
  const { say } = useWords()
  const filters = { reportedAt_ge: weeksAgo(weeks) }
  const to = measureAddress(repairs, { group, figure, kind, filters })
  return (
    <MeasureCard
      of={repairs}
      group={group}
      figure={figure}
      kind={kind}
      title={say(homeRepairs[title])}
      to={to}
      query={filters}
      height={224}
    />
  )
}

export const WeeksPanel = (): ReactNode => <RepairChart title="weeks" group="week" figure="count" kind="column" weeks={25} />
export const ResponsePanel = (): ReactNode => <RepairChart title="response" group="week" figure="response" kind="line" weeks={25} />
export const CostsPanel = (): ReactNode => <RepairChart title="costs" group="month" figure="cost" kind="column" weeks={52} />
export const KindsPanel = (): ReactNode => <RepairChart title="kinds" group="faultKind" figure="count" kind="bar" weeks={52} />
