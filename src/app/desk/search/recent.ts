import { create } from 'zustand'
import { forget, keep, kept } from '#src/data/stored.ts'

/** A record that was opened lately. */
export interface Recent {
  /** Address of its page. */
  readonly path: string
  readonly title: string
  /** Name of its entity. */
  readonly of: string
}

const key = 'recent'
const most = 8

/** The records opened last, the newest first; remembered on this computer until another person signs in. */
export const useRecent = create<{ readonly list: readonly Recent[] }>()(() => ({ list: kept<readonly Recent[]>(key) ?? [] }))

/** Puts a record first. */
export function noteRecent(opened: Recent): void {
  const { list } = useRecent.getState()
  const [first] = list
  if (first?.path === opened.path && first.title === opened.title) return
  const next = [opened, ...list.filter(({ path }) => path !== opened.path)].slice(0, most)
  keep(key, next)
  useRecent.setState({ list: next })
}

/** Forgets them, as a change of the person does. */
export function clearRecent(): void {
  forget(key)
  useRecent.setState({ list: [] })
}
