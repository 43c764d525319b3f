import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { View } from '#contract/kit/entity/view.ts'
import { type ListState, readState, writeState } from './list-state.ts'
import { keepSize, usualSize } from './preferences.ts'

/** Changes parts of a list state. `replaces`: replaces the history entry instead of adding one. */
export type Change = (part: Partial<ListState>, replaces?: boolean) => void

/**
 * The state of a list, stored in the page's address or, for a list inside another page, in memory with `first` as initial filters. A new search
 * returns to page one.
 */
export function useListState(view: View, inAddress: boolean, first: Readonly<Record<string, string>> = {}): [ListState, Change] {
  const [search, setSearch] = useSearchParams()
  const [memory, setMemory] = useState(() => new URLSearchParams(first))
  const source = inAddress ? search : memory
  const state = useMemo(() => readState(source, view, usualSize(inAddress)), [source, view, inAddress])
  const change = useCallback<Change>(
    (part, replaces = false) => {
      const usual = usualSize(inAddress)
      if (part.size !== undefined) keepSize(part.size)
      const restarts = 'keyword' in part || 'filters' in part || 'size' in part || 'sort' in part
      const next = writeState({ ...state, ...(restarts ? { current: 1 } : {}), ...part }, usual)
      if (inAddress) setSearch(next, { replace: replaces })
      else setMemory(next)
    },
    [state, inAddress, setSearch],
  )
  return [state, change]
}
