import { useRef } from 'react'

/** For work that takes a moment: `begin` answers how to ask, once it is done, whether nothing newer has begun. */
export function useNewest(): () => () => boolean {
  const newest = useRef(0)
  return () => {
    newest.current += 1
    const mine = newest.current
    return () => mine === newest.current
  }
}
