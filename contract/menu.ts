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

/** Rights by what they are about, in the order of all rights. */
const rightsAbout = new Map<string, { readonly code: string; readonly at: number }[]>()
for (const [at, code] of [...rights.keys()].entries()) {
  const subject = code.split('.')[0]!
  rightsAbout.set(subject, [...(rightsAbout.get(subject) ?? []), { code, at }])
}

/** The rights that the buttons of a menu item carry. */
export function buttonsOf(item: MenuItem): string[] {
  const of = new Set([...(item.entity ? [item.entity] : []), ...(item.also ?? [])])
  return [...of]
    .flatMap((subject) => rightsAbout.get(subject) ?? [])
    .sort((a, b) => a.at - b.at)
    .map(({ code }) => code)
}
