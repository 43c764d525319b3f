import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { savedFilters } from '#contract/calls/settings/saved-filter.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { useCall } from '#src/data/hooks.ts'
import { type ListState, readState, searchOf } from '../list-state.ts'
import type { Change } from '../use-list-state.ts'

export type SavedFilter = AnswerOf<typeof savedFilters>[number]

/** The parts of a list state that a saved search sets. */
export function stateOf(filter: Pick<SavedFilter, 'search'>, view: View): Pick<ListState, 'keyword' | 'filters' | 'sort'> {
  const { keyword, filters, sort } = readState(new URLSearchParams(filter.search), view)
  return { keyword, filters, sort }
}

/** The saved filter that matches the current state of the list. */
export function shownFilter(saved: readonly SavedFilter[], state: ListState, view: View): SavedFilter | undefined {
  const shown = searchOf(state)
  return shown === '' ? undefined : saved.find((one) => searchOf({ ...state, ...stateOf(one, view) }) === shown)
}

/** The saved filters of a list; `again` refetches them after a change. */
export function useSavedFilters(view: View, isOn: boolean): { saved: readonly SavedFilter[]; isWaiting: boolean; again: () => void } {
  const client = useQueryClient()
  const found = useCall(savedFilters, { entity: view.entity.name }, isOn, 300_000)
  return {
    saved: found.data ?? [],
    isWaiting: isOn && found.isPending,
    again: () => void client.invalidateQueries({ queryKey: ['call', savedFilters.name] }),
  }
}

/** Applies the person's default filter to a list without a search. Returns whether the list must wait for it. */
export function useDefaultFilter(view: View, state: ListState, change: Change, isOn: boolean): boolean {
  const begun = useRef(!isOn || searchOf(state) !== '')
  const { saved, isWaiting } = useSavedFilters(view, isOn)
  useEffect(() => {
    if (begun.current || isWaiting) return
    begun.current = true
    const first = saved.find((one) => one.isDefault)
    if (first) change(stateOf(first, view), true)
  }, [saved, isWaiting, change, view])
  return !begun.current && (isWaiting || saved.some((one) => one.isDefault))
}
