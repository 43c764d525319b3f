import { flushSync } from 'react-dom'
import { create } from 'zustand'
import { keep, kept } from '#src/data/stored.ts'
import { dropUnsaved, isUnsaved } from '#src/kit/form/unsaved.ts'
import { closed, homePath, opened, type Tab, trimmed } from './tab.ts'

interface Tabs {
  readonly tabs: readonly Tab[]
  /** The tab whose page is just being restarted. */
  readonly unrendered?: string
}

/** The tabs as this browser remembers them, which a page begins with. */
export const rememberedTabs = (): Tabs => ({ tabs: kept<readonly Tab[]>('tabs') ?? [] })

export const useTabs = create<Tabs>()(rememberedTabs)

function set(tabs: readonly Tab[]): void {
  if (tabs === useTabs.getState().tabs) return
  keep('tabs', tabs, true)
  useTabs.setState({ tabs })
}

/** Opens or activates the tab of a page. */
export function openTab(next: Omit<Tab, 'meta' | 'label'>): void {
  const { tabs } = useTabs.getState()
  const known = tabs.find((tab) => tab.value === next.value)
  if (known && known.query === next.query && known === newest(tabs)) return
  const tab: Tab = { ...next, label: '', meta: { usedAt: Date.now(), generation: 0 } }
  set(trimmed(opened(tabs, tab), (other) => other.value === homePath || other.value === next.value || isUnsaved(other.value)))
}

function newest(tabs: readonly Tab[]): Tab | undefined {
  return tabs.toSorted((one, other) => other.meta.usedAt - one.meta.usedAt)[0]
}

/** Closes a tab; returns the address to show afterwards. */
export function closeTab(value: string, shown: string): string {
  const result = closed(useTabs.getState().tabs, value, shown)
  dropUnsaved(value)
  set(result.tabs)
  const show = result.tabs.find((tab) => tab.value === result.show)
  return show ? show.value + show.query : result.show
}

/** Closes every tab but home and the given one. */
export function closeOthers(value: string): void {
  const { tabs } = useTabs.getState()
  const left = tabs.filter((tab) => tab.value === value || tab.value === homePath)
  for (const tab of tabs) if (!left.includes(tab)) dropUnsaved(tab.value)
  set(left)
}

/** Names a tab after what its page shows. */
export function labelTab(value: string, label: string): void {
  set(useTabs.getState().tabs.map((tab) => (tab.value === value && tab.label !== label ? { ...tab, label } : tab)))
}

/** Restarts the page of a tab. `between`: done while the page is not drawn. */
export function restartTab(value: string, between: () => void): void {
  dropUnsaved(value)
  flushSync(() => useTabs.setState({ unrendered: value }))
  between()
  useTabs.setState({ unrendered: undefined })
  set(
    useTabs
      .getState()
      .tabs.map((tab) => (tab.value === value ? { ...tab, meta: { ...tab.meta, generation: tab.meta.generation + 1 } } : tab)),
  )
}

/** Closes everything, as a log-in does. */
export function clearTabs(): void {
  dropUnsaved()
  set([])
}
