import { create } from 'zustand'
import { type Person, useSession } from '#src/data/session.ts'
import { forget, keep, kept } from '#src/data/stored.ts'

/** Where a person stands in a guide through real pages. */
export interface GuidePlace {
  /** The panel that offers the guide. */
  readonly name: string
  /** The step, from 0. */
  readonly at: number
  /** Left for later: the first page goes on from here. */
  readonly isPaused?: boolean
}

const keyOf = (person: Person): string => `guide:${person.tenantId}:${person.user_id}`

/** Counts the changes, so that what is shown follows what is stored. */
const useChanges = create<{ readonly count: number }>()(() => ({ count: 0 }))

/** Moves the person to a step of a guide, or out of it; remembered in this browser, so that a reload goes on where it was. */
export function setGuide(place: GuidePlace | undefined): void {
  const { person } = useSession.getState()
  if (!person) return
  if (place) keep(keyOf(person), place)
  else forget(keyOf(person))
  useChanges.setState(({ count }) => ({ count: count + 1 }))
}

/** The guide that this person is in. */
export function useGuide(): GuidePlace | undefined {
  const person = useSession((state) => state.person)
  useChanges((state) => state.count)
  return person ? kept<GuidePlace>(keyOf(person)) : undefined
}
