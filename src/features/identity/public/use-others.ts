import { kept } from '#src/data/stored.ts'
import { usePhoneStore } from '#src/kit/phone/store/phone-store.ts'
import { PEOPLE } from '../people/known-people.ts'

export interface Other {
  readonly userId: string
  /** Empty when this phone never learnt it. */
  readonly name: string
  /** How many records wait for their sign-in. */
  readonly n: number
}

/** Whose records wait on this phone, besides those of the person signed in. */
export function useOthers(): Other[] {
  const items = usePhoneStore((state) => state.queue.items)
  const names = kept<Record<string, string>>(PEOPLE) ?? {}
  const counts = new Map<string, number>()
  for (const { op, state } of items) if (state === 'foreign') counts.set(op.userId, (counts.get(op.userId) ?? 0) + 1)
  return [...counts].map(([userId, n]) => ({ userId, name: names[userId] ?? '', n }))
}
