import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'

const client = new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 30_000 } } })

/** For parts that show server-only data. They load late, so that the first page does without the library. */
export function PhoneQueries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
