import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { calls, entities, moduleFacts } from '#contract/registry.ts'
import { ApiError } from '#src/data/api-error.ts'
import { dependents } from '#src/data/dependents.ts'
import { knowDependents } from '#src/data/refresh.ts'
import { noteLocked } from '#src/data/session.ts'

const heed = (error: Error): void => {
  if (error instanceof ApiError && error.error === 'locked') noteLocked()
}

/** The query client of the desk; refetches when a page becomes visible again after ten seconds. */
export const deskQueries = new QueryClient({
  queryCache: new QueryCache({ onError: heed }),
  mutationCache: new MutationCache({ onError: heed }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => count < 1 && error instanceof ApiError && (error.error === 'network' || error.code === 503),
    },
  },
})

knowDependents(deskQueries, dependents({ entities, calls, modules: moduleFacts }))
