import type { KeyboardEvent } from 'react'

const rowOf = (from: Element, towards: 'nextElementSibling' | 'previousElementSibling'): HTMLElement | undefined => {
  for (let next = from[towards]; next; next = next[towards])
    if (next instanceof HTMLElement && next.dataset.rowKey !== undefined) return next
  return undefined
}

export interface RowActs {
  readonly open: () => void
  readonly select?: () => void
  /** Asks to delete the selected rows. */
  readonly remove?: () => void
}

const targetOf = (key: string, row: HTMLElement): HTMLElement | undefined => {
  if (key === 'ArrowDown') return rowOf(row, 'nextElementSibling')
  if (key === 'ArrowUp') return rowOf(row, 'previousElementSibling')
  const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>('[data-row-key]') ?? [])]
  return key === 'Home' ? rows[0] : rows.at(-1)
}

/** Keyboard navigation of a table row: arrows, Home and End move the focus, Enter opens, Space selects, Delete removes the selection. */
export function onRowKey(event: KeyboardEvent<HTMLElement>, acts: RowActs): void {
  const row = event.currentTarget
  if (event.target !== row) return
  if (event.key === 'Enter') acts.open()
  else if (event.key === ' ') acts.select?.()
  else if (event.key === 'Delete' && acts.remove) acts.remove()
  else if (['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(event.key)) targetOf(event.key, row)?.focus()
  else return
  event.preventDefault()
}
