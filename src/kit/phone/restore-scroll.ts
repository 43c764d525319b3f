import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** Scroll position of each page of this visit when it was left, by the key of its history entry. */
const left = new Map<string, number>()
/** Longest time for a page to grow back to its height, milliseconds: lists grow while scrolling, and rows arrive after the page. */
const GROWS_MS = 2000

let isFirst = true

/** Scrolls to where a page was left, as soon as it is high enough; ends when the person scrolls. Returns how to end it before. */
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
 * For a page: starts at its top, or at the former position when going back, and moves the focus to its heading, so that screen readers
 * announce the page. The first page of a visit leaves the focus to the browser.
 */
export function useArrival(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const place = useRef(key)
  place.current = key
  // A page is entered once, even when its address changes while it is open.
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
