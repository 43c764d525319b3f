import type { MenuItem, PlacedItem } from './kit/area.ts'
import { areaFacts } from './registry.ts'
import { rights } from './rights.ts'

const placed: readonly PlacedItem[] = areaFacts.flatMap((of) => of.menu ?? [])

const itemOf = ({ under: _, ...item }: PlacedItem): MenuItem => {
  const below = placed.filter((one) => one.under === item.code).map(itemOf)
  return below.length > 0 ? { ...item, children: [...(item.children ?? []), ...below] } : item
}

/** The menu of the desk, from what the modules place there. Buttons are derived: one for each right of the item's entity. */
export const menu: readonly MenuItem[] = placed.filter((one) => one.under === undefined).map(itemOf)

/** The pages of a menu: its items without children, in order. */
export const pagesOf = (items: readonly MenuItem[]): MenuItem[] =>
  items.flatMap((item) => (item.children ? pagesOf(item.children) : [item]))

/** The rights that the buttons of a menu item carry. */
export function buttonsOf(item: MenuItem): string[] {
  const of = [item.entity, ...(item.also ?? [])]
  return [...rights.keys()].filter((right) => of.includes(right.split('.')[0]))
}
