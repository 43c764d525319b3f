import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { pageAt } from '../pages.tsx'
import { useTabs } from './tabs.ts'

/** Opens a page that fills a window of its own, as large as the screen. */
function openWhole(path: string): void {
  const { availWidth, availHeight } = window.screen
  window.open(path, '_blank', `noopener,popup,left=0,top=0,width=${availWidth},height=${availHeight}`)
}

/** Shows a page of the menu: an open one as it was left, with its search; else a new one; with `target` in its query in a window of its own. */
export function useShowPage(): (path: string) => void {
  const navigate = useNavigate()
  return useCallback(
    (path) => {
      const [pathname = '', query] = path.split('?')
      if (pageAt(pathname)?.page.whole) return openWhole(path)
      const asked = new URLSearchParams(query)
      if (asked.has('target')) {
        asked.delete('target')
        return void window.open(asked.size > 0 ? `${pathname}?${asked}` : pathname, '_blank', 'noopener')
      }
      const tab = useTabs.getState().tabs.find((open) => open.value === path)
      const address = tab ? tab.value + tab.query : path
      // The page that is shown already is no further step back.
      void navigate(address, { replace: address === location.pathname + location.search })
    },
    [navigate],
  )
}
