import { useRef } from 'react'

/** For async work: `begin` returns a function that checks whether no newer work has begun since. */
export function useNewest(): () => () => boolean {
  const newest = useRef(0)
  return () => {
    newest.current += 1
    const mine = newest.current
    return () => mine === newest.current
  }
}
