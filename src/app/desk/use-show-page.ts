import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTabs } from './tabs.ts'

/** Shows a page of the menu: an open one as it was left, with its search; else a new one. */
export function useShowPage(): (path: string) => void {
  const navigate = useNavigate()
  return useCallback(
    (path) => {
      const tab = useTabs.getState().tabs.find((open) => open.value === path)
      void navigate(tab ? tab.value + tab.query : path)
    },
    [navigate],
  )
}
