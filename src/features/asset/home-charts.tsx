import type { ReactNode } from 'react'
import { deviceCards } from '#contract/measures/device-cards.ts'
import { measureAddress } from '#src/kit/chart/measure-address.ts'
import { MeasureCard } from '#src/kit/chart/measure-card.tsx'
import { useWords } from '#src/words/words.ts'
import { homeCharts } from './home-words.ts'

const height = 256

/** Devices by state. */
export function StatesPanel(): ReactNode {
  const { say } = useWords()
  const state = { group: 'eamStatus', figure: 'count', kind: 'donut' } as const
  return <MeasureCard of={deviceCards} {...state} title={say(homeCharts.states)} to={measureAddress(deviceCards, state)} height={height} />
}

/** Devices by department, the most first. */
export function DeptsPanel(): ReactNode {
  const { say } = useWords()
  const state = { group: 'useDept', figure: 'count', kind: 'bar' } as const
  return <MeasureCard of={deviceCards} {...state} title={say(homeCharts.depts)} to={measureAddress(deviceCards, state)} height={height} />
}

/** Original value by year of purchase. */
export function YearsPanel(): ReactNode {
  const { say } = useWords()
  const state = { group: 'purchaseYear', figure: 'amount', kind: 'column' } as const
  return <MeasureCard of={deviceCards} {...state} title={say(homeCharts.years)} to={measureAddress(deviceCards, state)} height={height} />
}
