import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { type Board, useBoards } from './boards.ts'

/** Parameter of the address: seconds that each board is shown. */
const key = 'play'
const [usualS, leastS, mostS] = [30, 5, 3600]

/** Seconds that the address asks for; undefined when the boards do not rotate. */
export function secondsIn(search: string): number | undefined {
  const asked = new URLSearchParams(search).get(key)
  if (asked === null) return undefined
  const seconds = Number(asked)
  return seconds > 0 ? Math.min(mostS, Math.max(leastS, seconds)) : usualS
}

interface Play {
  /** The board after this one; undefined where the person sees no other. */
  readonly next: Board | undefined
  readonly isPlaying: boolean
  readonly goNext: () => void
  readonly togglePlay: () => void
}

/** Shows the boards that the person may see one after another while the address has `?play=30`. */
export function usePlay(): Play {
  const boards = useBoards()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const at = boards.findIndex(({ path }) => path === pathname)
  const next = boards.length > 1 || at < 0 ? boards[(at + 1) % boards.length] : undefined
  const seconds = next && secondsIn(search)
  const to = next && `${next.path}${search}`
  useEffect(() => {
    if (seconds === undefined || to === undefined) return
    const timer = setTimeout(() => void navigate(to), seconds * 1000)
    return () => clearTimeout(timer)
  }, [seconds, to, navigate])
  useEffect(() => {
    if (seconds === undefined) return
    // All boards are stored on this device before the network may fail. What cannot be loaded is tried again with its board.
    for (const { load } of boards) load().catch(() => {})
  }, [seconds, boards])
  return {
    next,
    isPlaying: seconds !== undefined,
    goNext: () => void (to && navigate(to)),
    togglePlay: () => void navigate(seconds === undefined ? `${pathname}?${key}=${usualS}` : pathname, { replace: true }),
  }
}
