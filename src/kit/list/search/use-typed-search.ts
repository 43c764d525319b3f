import { useState } from 'react'
import { useDebounced } from '#src/kit/use-debounced.ts'

/** Search text and page of a list. */
export interface TypedSearch {
  readonly typed: string
  /** The debounced, trimmed search text. */
  readonly keyword: string
  /** Page number, from 1. */
  readonly current: number
  /** Sets the text and returns to the first page. */
  readonly type: (text: string) => void
  readonly goToPage: (current: number) => void
}

/** Search state of a list that is filled by a call. */
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
