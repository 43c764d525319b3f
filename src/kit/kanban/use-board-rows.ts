import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { listCounts } from '#contract/calls/settings/list-counts.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { invoke } from '#src/data/client.ts'
import { fetchPage, type Row } from '#src/data/hooks.ts'
import { language } from '#src/data/language.ts'

/** Cards that a column loads at once. */
const pageSize = 20

export type BoardCounts = AnswerOf<typeof listCounts>
export type Lane = BoardCounts['lanes'][number]

/** How many rows are in each column and lane, over all rows that the search finds. */
export function useBoardCounts(
  of: Entity,
  state: string,
  lane: string | undefined,
  criteria: Readonly<Record<string, string>>,
  isOn: boolean,
) {
  const { ascs: _, descs: __, ...search } = criteria
  const query = { entity: of.name, state, ...(lane ? { lane } : {}), search: new URLSearchParams(search).toString() }
  return useQuery({
    // A key of the entity, so that counts are invalidated together with the rows.
    queryKey: ['entity', of.name, 'counts', query, language()],
    queryFn: ({ signal }) => invoke(listCounts, { query, signal }),
    enabled: isOn,
    // The lanes of another field are no placeholder.
    placeholderData: (data, last) => ((last?.queryKey[3] as typeof query | undefined)?.lane === query.lane ? data : undefined),
  })
}

/** The cards of one column of a lane, page by page. Disabled without a query. */
export function useCards(of: Entity, query: Readonly<Record<string, string>> | undefined) {
  const found = useInfiniteQuery({
    queryKey: ['entity', of.name, 'cards', query, language()],
    queryFn: ({ pageParam, signal }) => fetchPage(of, { ...query, current: pageParam, size: pageSize }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ current, pages }) => (current < pages ? current + 1 : undefined),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
  })
  // A row that moves between two pages while they load may be on both.
  const rows = new Map<string, Row>(found.data?.pages.flatMap(({ records }) => records.map((row) => [row.id, row] as const)))
  return { ...found, rows: [...rows.values()], total: found.data?.pages.at(-1)?.total }
}
