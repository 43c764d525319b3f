import { useEffect, useEffectEvent } from 'react'
import { Wedge } from '../../wedge.ts'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Hears codes that a reader types while no field has the focus, so that a page takes them without being touched. */
export function useWedge(onCode: (code: string) => void): void {
  const heard = useEffectEvent(onCode)
  useEffect(() => {
    const wedge = new Wedge()
    const listen = (event: KeyboardEvent): void => {
      if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return
      const code = wedge.feed(event.key, event.timeStamp)
      if (code === undefined) return
      // Enter would press the button that happens to have the focus.
      event.preventDefault()
      event.stopPropagation()
      heard(code)
    }
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])
}
