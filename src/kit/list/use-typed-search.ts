import { useState } from 'react'
import { useDebounced } from '#src/kit/use-debounced.ts'

/** The text typed above a list and the page that is shown. */
export interface TypedSearch {
  readonly typed: string
  /** The text to ask for, trimmed, once the typing pauses. */
  readonly keyword: string
  /** The page, from 1. */
  readonly current: number
  /** Another text; goes back to the first page. */
  readonly type: (text: string) => void
  readonly goToPage: (current: number) => void
}

/** State of a list that a call answers and that is searched by one text. */
export function useTypedSearch(): TypedSearch {
  const [typed, setTyped] = useState('')
  const [current, goToPage] = useState(1)
  const keyword = useDebounced(typed.trim(), 250)
  const type = (text: string): void => {
    setTyped(text)
    goToPage(1)
  }
  return { typed, keyword, current, type, goToPage }
}
