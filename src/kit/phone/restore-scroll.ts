import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** How far each page of this visit was scrolled when it was left, by the key of its place in the history. */
const left = new Map<string, number>()
/** Lists grow as far as they are looked at, and rows come a moment after the page: so long a page may take to be as high as it was, milliseconds. */
const GROWS_MS = 2000

let isFirst = true

/** Scrolls to where a page was left, as soon as it is high enough; ends when the person scrolls. Answers how to end it before. */
function comeBack(top: number): () => void {
  const until = performance.now() + GROWS_MS
  const follow = (): void => {
    scrollTo(0, top)
    if (scrollY >= top - 1 || performance.now() > until) end()
  }
  const grown = new ResizeObserver(follow)
  const touches = ['pointerdown', 'wheel', 'keydown'] as const
  const end = (): void => {
    grown.disconnect()
    for (const touch of touches) removeEventListener(touch, end)
  }
  for (const touch of touches) addEventListener(touch, end)
  grown.observe(document.body)
  return end
}

/**
 * For a page: begins at its top, or where one had left it when one comes back, and gives the focus to its heading, so that those who hear the page
 * hear where they are. The first page of a visit leaves the focus to the browser.
 */
export function useArrival(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const place = useRef(key)
  place.current = key
  // biome-ignore lint/correctness/useExhaustiveDependencies: one arrives once, whatever the address is changed to while one is here.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    if (!isFirst) heading.current?.focus({ preventScroll: true })
    isFirst = false
    const top = isBack ? (left.get(key) ?? 0) : 0
    scrollTo(0, top)
    const end = top > 0 ? comeBack(top) : undefined
    return () => {
      end?.()
      left.set(place.current, scrollY)
    }
  }, [])
  return heading
}
