import { onlineManager, type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'

/**
 * Provides a client to pages that ask the server. The library hears of the network only while a client is provided: what changed in between is read here,
 * or queries would wait for a network that is back already.
 */
export function NetworkQueries({ client, children }: { readonly client: QueryClient; readonly children: ReactNode }): ReactNode {
  // Runs after the effects of the provider, so that it hears of the change.
  useEffect(() => onlineManager.setOnline(navigator.onLine), [])
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
