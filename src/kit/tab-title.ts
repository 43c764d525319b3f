import { createContext, useContext, useEffect } from 'react'

/** Sets the title of the tab that contains the page. */
export const TabTitle = createContext<(title: string) => void>(() => {})

/** Sets the tab title once it is known. */
export function useTabTitle(title: string | undefined): void {
  const set = useContext(TabTitle)
  useEffect(() => {
    if (title) set(title)
  }, [set, title])
}
