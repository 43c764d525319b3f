import { useRef } from 'react'

/** Guards async work against a second start while it runs: a double click arrives before the button shows as busy. Such a call returns undefined. */
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
