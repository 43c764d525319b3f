import { daysAfter, homeDay, monthAfter } from '#contract/kit/time/day.ts'
import type { FilterNode } from './tree-source.ts'

/** Number of years in the tree, including the current one. */
export const treeYears = 5

interface DateWords {
  readonly year: (year: number) => string
  readonly month: (month: number) => string
}

const two = (n: number): string => String(n).padStart(2, '0')

/** The last five years, newest first, each with its months (up to the month of `now`). A node filters by its first and last day. */
export function dateTree(now: Date, [from, to]: readonly [string, string], words: DateWords): FilterNode[] {
  const [thisYear = 0, thisMonth = 0] = homeDay(now).split('-').map(Number)
  return Array.from({ length: treeYears }, (_, back) => {
    const year = thisYear - back
    const months = year === thisYear ? thisMonth : 12
    return {
      key: String(year),
      title: words.year(year),
      filters: { [from]: `${year}-01-01`, [to]: `${year}-12-31` },
      children: Array.from({ length: months }, (_none, index) => {
        const month = months - index
        const key = `${year}-${two(month)}`
        const first = `${key}-01`
        return {
          key,
          title: words.month(month),
          filters: { [from]: first, [to]: daysAfter(monthAfter(first, 1), -1) },
        }
      }),
    }
  })
}
