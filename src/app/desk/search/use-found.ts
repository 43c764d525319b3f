import { useQueries } from '@tanstack/react-query'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { fetchPage, type Row } from '#src/data/hooks.ts'
import { language } from '#src/data/language.ts'
import type { SearchKind } from '#src/kit/desk-module.ts'
import { nameFields } from '#src/kit/record/record-name.ts'

/** The fields that a row of a kind shows below its title. */
export const aboutOf = ({ of, about }: SearchKind): readonly string[] => about ?? of.about ?? []

/** Rows of one kind that are shown; a link leads to the others. */
const most = 5

/** What was found of one kind. */
export interface Found {
  readonly kind: SearchKind
  readonly rows: readonly Row[]
  readonly total: number
  readonly isBusy: boolean
  readonly error: Error | null
}

/** Whether a keyword is looked up: of a large register only what its index can find, which is three letters or one Chinese character. */
export const isSearchable = (of: Pick<Entity, 'large'>, keyword: string): boolean =>
  keyword !== '' && (!of.large || [...keyword].some((letter) => letter > '~') || keyword.length >= 3)

/** What the lists of the kinds find by a keyword, each with its own right, scope and index; the answers of another keyword are never among it. */
export function useFound(kinds: readonly SearchKind[], keyword: string): readonly Found[] {
  const answers = useQueries({
    queries: kinds.map((kind) => {
      const { of } = kind
      const query = { keyword, current: 1, size: most, columns: [...new Set([...aboutOf(kind), ...nameFields(of)])].join(',') }
      return {
        queryKey: ['entity', of.name, 'list', query, language()],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => fetchPage(of, query, signal),
        enabled: isSearchable(of, keyword),
      }
    }),
  })
  return kinds.map((kind, index) => {
    const { data, error, isFetching } = answers[index]!
    return { kind, rows: data?.records ?? [], total: data?.total ?? 0, isBusy: isFetching && !data, error: data ? null : error }
  })
}
