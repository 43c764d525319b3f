import { useEffect, useState } from 'react'
import { outboxTables } from '#src/data/outbox/store/outbox-db.ts'
import { pacedRead } from '#src/data/paced-read.ts'
import { type PhoneStore, usePhoneStore } from './store/phone-store.ts'

const EVERY_MS = 300

/** Like `useStored`, for pages open during a stocktake: throttled to one read per 300 ms. `read` must be a stable function. */
export function usePaced<T>(read: (of: PhoneStore) => Promise<T>): T | undefined {
  const of = usePhoneStore((state) => state.phoneStore)
  const [found, setFound] = useState<{ readonly of: PhoneStore; readonly value: T }>()
  useEffect(() => {
    if (!of) return
    const tables = [...outboxTables, ...['rows', 'meta'].map((table) => ({ database: of.cache.name, table }))]
    return pacedRead(tables, EVERY_MS, () => read(of), { next: (value) => setFound({ of, value }), error: console.error })
  }, [of, read])
  return found && found.of === of ? found.value : undefined
}
