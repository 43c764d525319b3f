import { useEffect, useRef } from 'react'
import { isDialogOpen, isPageKey } from '#src/kit/page-keys.ts'
import { readerGapMs, Wedge } from '#src/kit/scan/wedge.ts'
import { isTyping } from '#src/kit/typing.ts'

/**
 * The keys that lead to the search from anywhere: Ctrl+K, and `/` where the page has no list that takes it. A reader that acts as a keyboard is told from a
 * person by its speed: its code goes to `onCode`, and its `/` to nothing else.
 */
export function useSearchKeys(onOpen: () => void, onCode: (code: string) => void): void {
  const acts = useRef({ onOpen, onCode })
  acts.current = { onOpen, onCode }
  useEffect(() => {
    const wedge = new Wedge()
    let last = Number.NEGATIVE_INFINITY
    const read = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isDialogOpen()) return
      const isFast = event.timeStamp - last <= readerGapMs
      last = event.timeStamp
      const code = wedge.feed(event.key, event.timeStamp)
      if (code === undefined && !(isFast && event.key === '/')) return
      event.stopImmediatePropagation()
      event.preventDefault()
      if (code !== undefined) acts.current.onCode(code)
    }
    const open = (event: KeyboardEvent): void => {
      const isSearch = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      // The search field of a list has taken a slash before it arrives here.
      if (!isSearch && !(event.key === '/' && isPageKey(event))) return
      event.preventDefault()
      acts.current.onOpen()
    }
    window.addEventListener('keydown', read, true)
    window.addEventListener('keydown', open)
    return () => {
      window.removeEventListener('keydown', read, true)
      window.removeEventListener('keydown', open)
    }
  }, [])
}
