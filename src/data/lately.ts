import { create } from 'zustand'
import { forget, keep, kept } from './stored.ts'

/** Ids of rows by the name of their entity, the newest first. */
type Lately = Readonly<Record<string, readonly string[]>>

const key = 'lately'
const most = 5

/** The rows that were opened or chosen last, per entity; remembered on this computer until another person signs in. */
export const useLately = create<{ readonly ids: Lately }>()(() => ({ ids: kept<Lately>(key) ?? {} }))

/** Puts a row first among those of its entity. */
export function noteLately(entity: string, id: string): void {
  const { ids } = useLately.getState()
  const known = ids[entity] ?? []
  if (known[0] === id) return
  const next = { ...ids, [entity]: [id, ...known.filter((one) => one !== id)].slice(0, most) }
  keep(key, next)
  useLately.setState({ ids: next })
}

/** Forgets them, as a change of the person does. */
export function clearLately(): void {
  forget(key)
  useLately.setState({ ids: {} })
}
