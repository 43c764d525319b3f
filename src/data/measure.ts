import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Measure, Measured } from '#contract/kit/figures/measure.ts'
import { type Query, request } from './client.ts'
import { language } from './language.ts'

/** Query of a measure in one grouping; the previous answer stays visible while the next one loads. Undefined query: disabled. */
export function useMeasure(of: Measure, query: Query | undefined) {
  return useQuery({
    queryKey: ['call', `measure.${of.name}`, query, language()],
    queryFn: ({ signal }) => request<Measured>(of.path, { query, signal }),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
  })
}
