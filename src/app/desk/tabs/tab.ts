/** A page open in the desk. */
export interface Tab {
  /** What the tab says; empty while the page's own name is used. */
  readonly label: string
  /** Path of the page; one tab for each. */
  readonly value: string
  readonly params: Readonly<Record<string, string | undefined>>
  /** The search part of the address, with `?`, or empty. */
  readonly query: string
  readonly meta: { readonly usedAt: number; readonly generation: number }
  /** Path of the menu item it belongs to. */
  readonly group: string
}

/** The tab that is always there. */
export const homePath = '/wel/dashboard'
/** How many pages are kept alive. */
export const mostTabs = 15

/** Opens a page: a tab of the same path is only activated and takes the new query. */
export function opened(tabs: readonly Tab[], next: Tab): readonly Tab[] {
  const at = tabs.findIndex((tab) => tab.value === next.value)
  if (at < 0) return [...tabs, next]
  const known = tabs[at]!
  if (known.query === next.query && known.meta.usedAt === next.meta.usedAt) return tabs
  return tabs.with(at, { ...known, query: next.query, meta: { ...known.meta, usedAt: next.meta.usedAt } })
}

/** Closes the least recently used pages until no more than `most` are open; those that must stay do. */
export function trimmed(tabs: readonly Tab[], mustStay: (tab: Tab) => boolean, most = mostTabs): readonly Tab[] {
  const spare = tabs.filter((tab) => !mustStay(tab)).sort((one, other) => one.meta.usedAt - other.meta.usedAt)
  const gone = new Set(spare.slice(0, Math.max(0, tabs.length - most)).map((tab) => tab.value))
  return gone.size === 0 ? tabs : tabs.filter((tab) => !gone.has(tab.value))
}

/** Whether a tab has a close button: neither home nor the last one. */
export function canClose(tabs: readonly Tab[], value: string): boolean {
  return value !== homePath && tabs.length > 1
}

/** The tabs without one, and the path to show afterwards: a neighbour when the shown one went. */
export function closed(tabs: readonly Tab[], value: string, shown: string): { tabs: readonly Tab[]; show: string } {
  const at = tabs.findIndex((tab) => tab.value === value)
  if (at < 0 || !canClose(tabs, value)) return { tabs, show: shown }
  const left = tabs.filter((tab) => tab.value !== value)
  const neighbour = tabs[at + 1] ?? tabs[at - 1]!
  return { tabs: left, show: shown === value ? neighbour.value : shown }
}
