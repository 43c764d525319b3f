import { useRef } from 'react'

/**
 * Work that is not begun a second time while it is under way: the second click of a double click comes before a button shows that the first has been
 * heard. What comes too early is answered with undefined.
 */
export function useOnce<A extends readonly unknown[], R>(work: (...given: A) => Promise<R>): (...given: A) => Promise<R | undefined> {
  const isUnderWay = useRef(false)
  return async (...given) => {
    if (isUnderWay.current) return undefined
    isUnderWay.current = true
    try {
      return await work(...given)
    } finally {
      isUnderWay.current = false
    }
  }
}
