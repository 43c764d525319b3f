import { useEffect, useState } from 'react'

/** Debounces a value: returns it after it has not changed for `ms` milliseconds. */
export function useDebounced<T>(value: T, ms: number): T {
  const [still, setStill] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return still
}
