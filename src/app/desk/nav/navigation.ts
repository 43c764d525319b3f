import { create } from 'zustand'
import { type Person, useSession } from '#src/data/session.ts'
import { keep, kept } from '#src/data/stored.ts'

/** What the side bar begins with: pages by task beside the top menus, or the whole menu as a tree without them. */
export const navigations = ['tasks', 'whole'] as const
export type Navigation = (typeof navigations)[number]

const keyOf = (person: Person | undefined): string => `navigation:${person?.tenantId ?? ''}:${person?.user_id ?? ''}`

/** Counts the choices made on this page, so that what shows them follows. */
const useChoices = create<{ readonly count: number }>()(() => ({ count: 0 }))

/** The navigation that the person has chosen; remembered in this browser for this person and hospital. */
export function useNavigation(): [Navigation, (next: Navigation) => void] {
  const person = useSession((state) => state.person)
  useChoices()
  const choose = (next: Navigation): void => {
    keep(keyOf(person), next)
    useChoices.setState(({ count }) => ({ count: count + 1 }))
  }
  return [kept<Navigation>(keyOf(person)) === 'whole' ? 'whole' : 'tasks', choose]
}
