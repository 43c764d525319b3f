import type { ReactNode } from 'react'
import { deviceUses } from '#contract/measures/device-uses.ts'
import { measureAddress } from '#src/kit/chart/measure-address.ts'
import { MeasureCard } from '#src/kit/chart/measure-card.tsx'
import { useWords } from '#src/words/words.ts'
import { homeCustody } from './home-words.ts'

/** How many devices changed hands in each month. */
export function UsesPanel(): ReactNode {
  const { say } = useWords()
  const shown = { group: 'month', figure: 'count', kind: 'column' } as const
  return <MeasureCard of={deviceUses} {...shown} title={say(homeCustody.uses)} to={measureAddress(deviceUses, shown)} height={224} />
}
