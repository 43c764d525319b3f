import type { Query, QueryClient } from '@tanstack/react-query'
import type { Changed, Touches } from './dependents.ts'

const known = new WeakMap<QueryClient, Touches>()

/** Registers the dependencies between queries for a client. Without them every change affects every query. */
export function knowDependents(client: QueryClient, touches: Touches): void {
  known.set(client, touches)
}

const isOfServer = ({ queryKey }: Query): boolean => queryKey[0] === 'entity' || queryKey[0] === 'call'

/** Marks cached answers as stale and refetches visible ones. Requests in flight are recent enough and continue. */
export async function refreshAnswered(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ predicate: (of) => isOfServer(of) && of.state.data !== undefined }, { cancelRefetch: false })
}

/** Invalidates the queries that a change may affect: visible ones are refetched now, others when next shown. Without `changed`: all of them. */
export async function refreshAfterChange(client: QueryClient, changed?: Changed): Promise<void> {
  const touches = known.get(client)
  const isTouched = (of: Query): boolean => isOfServer(of) && (!touches || !changed || touches(changed, of.queryKey))
  // A first load in flight may return data from before the change, and invalidating does not restart it: cancel it first.
  await client.cancelQueries({ type: 'active', predicate: (of) => isTouched(of) && of.state.data === undefined })
  await client.invalidateQueries({ predicate: isTouched })
}
