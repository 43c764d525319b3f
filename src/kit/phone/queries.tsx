import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { onLiveNews } from '#src/data/live/live-news.ts'
import { refreshAfterChange } from '#src/data/refresh.ts'

const client = new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 30_000 } } })
// Without the declarations nothing says which entities a query reads.
onLiveNews(() => void refreshAfterChange(client))

/** For parts that show server-only data. They load late, so that the first page does without the library. */
export function PhoneQueries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
