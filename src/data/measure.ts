import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Measure, Measured } from '#contract/kit/measure.ts'
import { type Query, request } from './client.ts'
import { language } from './language.ts'

/** A measure in one grouping; the former answer stays in view while the next one loads. Undefined query: nothing is asked. */
export function useMeasure(of: Measure, query: Query | undefined) {
  return useQuery({
    queryKey: ['call', `measure.${of.name}`, query, language()],
    queryFn: ({ signal }) => request<Measured>(of.path, { query, signal }),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
  })
}
