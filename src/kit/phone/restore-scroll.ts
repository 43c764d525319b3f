import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** Scroll position of each page when it was left, by the key of its history entry. */
const left = new Map<string, number>()
/** Longest time for a page to regain its height, in milliseconds: lists grow while scrolling, and rows load after the page. */
const GROWS_MS = 2000

let isFirst = true

/** Scrolls to the former position as soon as the page is high enough; ends when the person interacts. Returns the function that ends it earlier. */
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
 * For a page: scrolls to the top, or to the former position when going back, and focuses the heading, so that screen readers announce the page. The
 * first page of a visit leaves the focus to the browser.
 */
export function useArrival(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const place = useRef(key)
  place.current = key
  // Runs once per page, even when the address changes while it is open.
  const enter = useEffectEvent(() => {
    history.scrollRestoration = 'manual'
    if (!isFirst) heading.current?.focus({ preventScroll: true })
    isFirst = false
    const top = isBack ? (left.get(key) ?? 0) : 0
    scrollTo(0, top)
    return top > 0 ? comeBack(top) : undefined
  })
  useLayoutEffect(() => {
    const end = enter()
    return () => {
      end?.()
      left.set(place.current, scrollY)
    }
  }, [])
  return heading
}
