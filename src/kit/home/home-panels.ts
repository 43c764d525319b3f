import type { ComponentType, LazyExoticComponent } from 'react'
import type { Words } from '#contract/kit/words.ts'

/** A panel of the first page. It loads its own data, shows its own errors, and renders nothing when it is empty. */
export interface HomePanel extends Words {
  /** `<module>.<panel>`; what a person's arrangement names. */
  readonly name: string
  /** What waits comes before what warns, and that before how it stands: 100 to 199, 200 to 299, 300 to 399. */
  readonly order: number
  /** How many of twelve columns it takes. */
  readonly columns: 3 | 4 | 6 | 8 | 12
  /** Rights that a person needs, all of them. */
  readonly needs: readonly string[]
  /** Rights of people who get another panel. */
  readonly lacks?: readonly string[]
  /** People who hold none of these rights have it before all others. */
  readonly leadsWithout?: readonly string[]
  /** Which tenants it is for; hospitals when absent. */
  readonly in?: 'platform' | 'all'
  /** Shown only to those who ask for it. */
  readonly isExtra?: true
  readonly Panel: LazyExoticComponent<ComponentType>
}

/** What a person arranged: names in order, and names that are not shown. */
export interface HomeLayout {
  readonly panels: readonly string[]
  readonly hidden: readonly string[]
}

const offered: HomePanel[] = []

/** Registers the panels of the modules; once, before the first render. */
export function offerPanels(panels: readonly HomePanel[]): void {
  offered.push(...panels)
  offered.sort((one, other) => one.order - other.order)
}

/** The panels that a person may have, in the usual order: the union of what their rights open, and first those that are their main work. */
export function panelsFor(rights: ReadonlySet<string>, isPlatform: boolean, all: readonly HomePanel[] = offered): HomePanel[] {
  const holdsAny = (some: readonly string[]): boolean => some.some((right) => rights.has(right))
  const found = all.filter(
    ({ needs, lacks = [], in: tenants }) =>
      (tenants === 'all' || (tenants === 'platform') === isPlatform) && needs.every((right) => rights.has(right)) && !holdsAny(lacks),
  )
  const leads = ({ leadsWithout }: HomePanel): boolean => leadsWithout !== undefined && !holdsAny(leadsWithout)
  return [...found.filter(leads), ...found.filter((panel) => !leads(panel))]
}

/** Panels in the order of a person. Those that the arrangement does not name follow their usual predecessor. */
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

/** Whether a panel is shown: extra ones only to who put them into the order. */
export const isShown = ({ name, isExtra }: HomePanel, { panels, hidden }: HomeLayout): boolean =>
  !hidden.includes(name) && (!isExtra || panels.includes(name))
