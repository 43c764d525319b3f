import { createContext, useContext, useEffect } from 'react'

/** Takes the title of the tab that a page stands in. */
export const TabTitle = createContext<(title: string) => void>(() => {})

/** Names the tab after what the page shows, once that is known. */
export function useTabTitle(title: string | undefined): void {
  const set = useContext(TabTitle)
  useEffect(() => {
    if (title) set(title)
  }, [set, title])
}
