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

/** Heights in pixels: of a row, and of everything of a list page but its rows. */
const [rowHeight, aroundRows] = [39, 290]
/** Rows that the window may have room for beyond a page before it looks empty. */
const spare = 2

/** The page size that fills a window: the documented ten rows, more where the window would stay empty below them. */
export const sizeForWindow = (height: number): number => {
  const room = Math.floor((height - aroundRows) / rowHeight)
  return pageSizes.find((size) => size + spare >= room) ?? pageSizes[0]
}

/** The initial page size of a list: the person's last choice, else ten or, for a list that has the window, what fills it. */
export function usualSize(hasWindow = false): number {
  const known = kept<number>(keyOf('page-size'))
  return pageSizes.find((size) => size === known) ?? (hasWindow ? sizeForWindow(window.innerHeight) : pageSizes[0])
}

/** Stores the person's page size. */
export function keepSize(size: number): void {
  keep(keyOf('page-size'), size)
}
