import { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { onLiveNews } from '#src/data/live/live-news.ts'
import { refreshAfterChange } from '#src/data/refresh.ts'
import { NetworkQueries } from '#src/kit/network-queries.tsx'

const client = new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 30_000 } } })
// The phone does not load the declarations, so every change invalidates every query.
onLiveNews(() => void refreshAfterChange(client))

/** Query client for parts that show online data. These load late, so that the first page does not need the library. */
export function PhoneQueries({ children }: { children: ReactNode }) {
  return <NetworkQueries client={client}>{children}</NetworkQueries>
}
