import type { ComponentType, LazyExoticComponent } from 'react'
import type { Call } from '#contract/kit/entity/call.ts'
import type { Words } from '#contract/kit/words.ts'

/** The counts that a panel is about: those of a call, or the one with a code. */
export interface PanelCounts {
  readonly of: Call
  readonly code?: string
}

/**
 * Heights of panels in px, by what they show. On a wide page every state of a panel has this height, and what is longer scrolls, so that
 * nothing moves when answers come. Links are never cut: with more of them than usual, or in a language with longer names, their panel grows.
 */
export const panelHeights = { totals: 148, links: 322, list: 362, long: 428, chart: 322, trend: 290, help: 216, steps: 104 } as const

/** A panel of the first page. Loads its own data and shows its own errors. */
export interface HomePanel extends Words {
  /** `<module>.<panel>`; stored in a person's layout. */
  readonly name: string
  /** Sort order: below 100 for what a new person does first, 100 to 199 for open work, 200 to 299 for warnings, 300 to 399 for status. */
  readonly order: number
  /** Width in columns, out of twelve. */
  readonly columns: 3 | 4 | 6 | 8 | 12
  /** What it shows, which decides its height. */
  readonly shows: keyof typeof panelHeights
  /** Counts without which the person has no such panel; the page knows them before its first panel. */
  readonly counts?: PanelCounts
  /** Required rights, all of them. */
  readonly needs: readonly string[]
  /** People with any of these rights do not get the panel; they have another one. */
  readonly lacks?: readonly string[]
  /** The panel comes first for people with none of these rights. */
  readonly leadsWithout?: readonly string[]
  /** Tenants that have the panel; hospitals only when absent. */
  readonly in?: 'platform' | 'all'
  /** Hidden until a person adds it. */
  readonly isExtra?: true
  readonly Panel: LazyExoticComponent<ComponentType>
}

/** A person's layout: panel names in order, and hidden ones. */
export interface HomeLayout {
  readonly panels: readonly string[]
  readonly hidden: readonly string[]
}

const offered: HomePanel[] = []

/** Registers the panels of all modules; call once, before the first render. */
export function offerPanels(panels: readonly HomePanel[]): void {
  offered.push(...panels)
  offered.sort((one, other) => one.order - other.order)
}

/** The panels available to a person, in the default order; panels for their main work (`leadsWithout`) first. */
export function panelsFor(rights: ReadonlySet<string>, isPlatform: boolean, all: readonly HomePanel[] = offered): HomePanel[] {
  const holdsAny = (some: readonly string[]): boolean => some.some((right) => rights.has(right))
  const found = all.filter(
    ({ needs, lacks = [], in: tenants }) =>
      (tenants === 'all' || (tenants === 'platform') === isPlatform) && needs.every((right) => rights.has(right)) && !holdsAny(lacks),
  )
  const leads = ({ leadsWithout }: HomePanel): boolean => leadsWithout !== undefined && !holdsAny(leadsWithout)
  return [...found.filter(leads), ...found.filter((panel) => !leads(panel))]
}

/** Panels in a person's order. A panel missing from the layout follows its default predecessor. */
export function arranged(panels: readonly HomePanel[], { panels: order }: HomeLayout): HomePanel[] {
  const byName = new Map(panels.map((panel) => [panel.name, panel]))
  const found = order.flatMap((name) => byName.get(name) ?? [])
  for (const [at, panel] of panels.entries()) {
    if (found.includes(panel)) continue
    const before = at === 0 ? -1 : found.indexOf(panels[at - 1]!)
    found.splice(before + 1, 0, panel)
  }
  return found
}

/** Whether a panel is shown; an extra one only if the layout contains it. */
export const isShown = ({ name, isExtra }: HomePanel, { panels, hidden }: HomeLayout): boolean =>
  !hidden.includes(name) && (!isExtra || panels.includes(name))

/** Whether a panel has the counts that it is about, by the answers so far; one whose call failed says so itself. */
export const hasCounts = ({ counts }: HomePanel, answerOf: (of: Call) => readonly { readonly code: string }[] | undefined): boolean => {
  const found = counts && answerOf(counts.of)
  if (!found) return true
  return counts.code === undefined ? found.length > 0 : found.some(({ code }) => code === counts.code)
}
