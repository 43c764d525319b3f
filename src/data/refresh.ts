import type { Query, QueryClient } from '@tanstack/react-query'
import type { Changed, Touches } from './dependents.ts'

const known = new WeakMap<QueryClient, Touches>()

/** Gives a client the dependencies between queries; without them, every change affects everything. */
export function knowDependents(client: QueryClient, touches: Touches): void {
  known.set(client, touches)
}

const isOfServer = ({ queryKey }: Query): boolean => queryKey[0] === 'entity' || queryKey[0] === 'call'

/** Marks answers older than now as stale and refetches those in view; requests in flight are new enough. */
export async function refreshAnswered(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ predicate: (of) => isOfServer(of) && of.state.data !== undefined }, { cancelRefetch: false })
}

/** What may answer otherwise after a change is asked for again: those in view at once, others when they are next shown. Everything where it is not said what changed. */
export async function refreshAfterChange(client: QueryClient, changed?: Changed): Promise<void> {
  const touches = known.get(client)
  const isTouched = (of: Query): boolean => isOfServer(of) && (!touches || !changed || touches(changed, of.queryKey))
  // What is asked for the first time just now may be answered as it was before; it is not put again unless it is given up.
  await client.cancelQueries({ type: 'active', predicate: (of) => isTouched(of) && of.state.data === undefined })
  await client.invalidateQueries({ predicate: isTouched })
}
