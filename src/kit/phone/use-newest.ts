import { useRef } from 'react'

/** For asynchronous work: `begin` returns a function that tells afterwards whether no newer work has begun. */
export function useNewest(): () => () => boolean {
  const newest = useRef(0)
  return () => {
    newest.current += 1
    const mine = newest.current
    return () => mine === newest.current
  }
}
