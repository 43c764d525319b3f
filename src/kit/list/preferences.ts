import { useCallback, useState } from 'react'
import { person } from '#src/data/session.ts'
import { keep, kept } from '#src/data/stored.ts'
import { pageSizes } from './list-state.ts'

const keyOf = (name: string): string => `${name}:${person()?.user_id ?? ''}`

/** Row heights of lists: about 31, 39 and 47 pixels. */
export const densities = ['compact', 'usual', 'roomy'] as const
export type Density = (typeof densities)[number]

/** The person's density for all lists; stored in this browser. */
export function useDensity(): [Density, (next: Density) => void] {
  const [density, setDensity] = useState<Density>(() => {
    const known = kept<Density>(keyOf('density'))
    return known && densities.includes(known) ? known : 'usual'
  })
  const choose = useCallback((next: Density) => {
    keep(keyOf('density'), next)
    setDensity(next)
  }, [])
  return [density, choose]
}

/** The initial page size of a list: the person's last choice, else the default. */
export function usualSize(): number {
  const known = kept<number>(keyOf('page-size'))
  return pageSizes.find((size) => size === known) ?? pageSizes[0]
}

/** Stores the person's page size. */
export function keepSize(size: number): void {
  keep(keyOf('page-size'), size)
}
