import { useRef } from 'react'

/**
 * Work that does not start a second time while it runs: the second click of a double click comes before the button shows that the first was
 * registered. A call that comes too early returns undefined.
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
