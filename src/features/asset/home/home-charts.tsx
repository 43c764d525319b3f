import type { ReactNode } from 'react'
import { deviceCounts } from '#contract/calls/asset/counts.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { deviceCards } from '#contract/measures/device-cards.ts'
import { useCall } from '#src/data/hooks.ts'
import { CountCard } from '#src/kit/chart/count-card.tsx'
import { measureAddress } from '#src/kit/chart/measure-address.ts'
import { MeasureCard } from '#src/kit/chart/measure-card.tsx'
import { listAddress } from '#src/kit/chart/measure-chart.ts'
import { useWords } from '#src/words/words.ts'
import { homeCharts } from './home-words.ts'

const height = 256

/** Counts of cards by a field as a chart; a click opens the list of the cards behind a value. */
function CardCounts({ of, field, wire, kind, title }: CountsProps): ReactNode {
  const { say } = useWords()
  const answer = useCall(of, {})
  const { count } = deviceCards.figures
  return (
    <CountCard
      title={title}
      kind={kind}
      figure={say(count)}
      unit={count.unit}
      by={device.fields[field]}
      formula={say(count.formula)}
      answer={answer}
      listOf={(key) => listAddress(deviceCards, count, { ...deviceCards.usually, [wire]: key ?? '_none' }) ?? deviceCards.page}
      to={measureAddress(deviceCards, { group: field, figure: 'count', kind })}
      height={height}
    />
  )
}

interface CountsProps {
  readonly of: typeof deviceCounts.statusCount | typeof deviceCounts.deptCount
  readonly field: 'eamStatus' | 'useDept'
  readonly wire: string
  readonly kind: 'donut' | 'bar'
  readonly title: string
}

/** Devices by state. */
export function StatesPanel(): ReactNode {
  const { say } = useWords()
  return <CardCounts of={deviceCounts.statusCount} field="eamStatus" wire="eamStatus" kind="donut" title={say(homeCharts.states)} />
}

/** Devices by department, the most first. */
export function DeptsPanel(): ReactNode {
  const { say } = useWords()
  return <CardCounts of={deviceCounts.deptCount} field="useDept" wire="useDeptId" kind="bar" title={say(homeCharts.depts)} />
}

/** Original value by year of purchase. */
export function YearsPanel(): ReactNode {
  const { say } = useWords()
  const state = { group: 'purchaseYear', figure: 'amount', kind: 'column' } as const
  return <MeasureCard of={deviceCards} {...state} title={say(homeCharts.years)} to={measureAddress(deviceCards, state)} height={height} />
}
