import type { QueryClient } from '@tanstack/react-query'

/** By tab: the hashes of the queries that its page asked. */
const asked = new Map<string, Set<string>>()

/** Keeps in mind which tab asks which query, by the tab that is shown when it does. Once per page. */
export function noteTabQueries(client: QueryClient, shown: () => string): void {
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'observerAdded') return
    const tab = shown()
    asked.set(tab, (asked.get(tab) ?? new Set()).add(query.queryHash))
  })
}

/** Forgets the answers that the page of a tab has had, but for what the shell or the page of another open tab also shows. Call it while the page is not drawn. */
export function forgetAnswers(client: QueryClient, tab: string, others: readonly string[]): void {
  const own = asked.get(tab) ?? new Set<string>()
  asked.delete(tab)
  const isShared = (hash: string): boolean => others.some((other) => asked.get(other)?.has(hash))
  const cache = client.getQueryCache()
  for (const hash of own) {
    const query = cache.get(hash)
    if (query && query.getObserversCount() === 0 && !isShared(hash)) cache.remove(query)
  }
}
