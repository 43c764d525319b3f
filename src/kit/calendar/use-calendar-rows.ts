import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { listCounts } from '#contract/calls/settings/list-counts.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { invoke } from '#src/data/client.ts'
import { fetchPage, type Row } from '#src/data/hooks.ts'
import { language } from '#src/data/language.ts'

/** Rows that one week loads at most; the counts tell of the others. */
const mostOfWeek = 200

type Search = Readonly<Record<string, string>>

/** The search of a list narrowed to the days from one to another. */
export const searchBetween = (criteria: Search, by: string, from: string, to: string): Record<string, string> => {
  const { ascs: _, descs: __, ...search } = criteria
  // The days of the calendar take the place of those of the search, which the page leaves out.
  return { ...search, [`${by}_ge`]: from, [`${by}_le`]: to }
}

/** How many rows stand on each day, over all rows that the search finds; `state`: the field of their states, if they have one. */
export function useDayCounts(of: Entity, by: string, state: string | undefined, criteria: Search, days: readonly string[], isOn: boolean) {
  const search = searchBetween(criteria, by, days[0]!, days.at(-1)!)
  const query = { entity: of.name, ...(state === undefined ? {} : { state }), lane: by, search: new URLSearchParams(search).toString() }
  return useQuery({
    // A key of the entity, so that counts are invalidated together with the rows.
    queryKey: ['entity', of.name, 'day-counts', query, language()],
    queryFn: async ({ signal }) => {
      const { lanes } = await invoke(listCounts, { query, signal })
      return new Map(lanes.map(({ key, counts }) => [key, Object.values(counts).reduce((sum, count) => sum + count, 0)]))
    },
    enabled: isOn,
    placeholderData: keepPreviousData,
  })
}

/** The rows of each week by their day, the first ones of a week with very many; a day of a week that is still being loaded has no entry. */
export function useWeeks(of: Entity, by: string, criteria: Search, columns: string, weeks: readonly (readonly string[])[], isOn: boolean) {
  const found = useQueries({
    queries: weeks.map((days) => {
      const query = { ...searchBetween(criteria, by, days[0]!, days.at(-1)!), columns, ascs: by, current: 1, size: mostOfWeek }
      return {
        queryKey: ['entity', of.name, 'week', query, language()],
        queryFn: ({ signal }: { signal: AbortSignal }) => fetchPage(of, query, signal),
        enabled: isOn,
      }
    }),
  })
  const rows = new Map<string, Row[]>()
  for (const [at, { data }] of found.entries()) {
    if (!data) continue
    for (const day of weeks[at]!) rows.set(day, [])
    for (const row of data.records) rows.get(String(row[by]))?.push(row)
  }
  return { rows, error: found.find((one) => one.error)?.error }
}
