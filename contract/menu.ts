import type { MenuItem, PlacedItem, TopItem } from './kit/area.ts'
import { areaFacts } from './registry.ts'
import { rights } from './rights.ts'

const placed: readonly PlacedItem[] = areaFacts.flatMap((of) => of.menu ?? [])

const itemOf = ({ under: _, tops: __, ...item }: PlacedItem): MenuItem => {
  const below = placed.filter((one) => one.under === item.code).map(itemOf)
  return below.length > 0 ? { ...item, children: [...(item.children ?? []), ...below] } : item
}

/** The menu of the desk, from what the modules place there. Buttons are derived: one for each right of the item's entity. */
export const menu: readonly MenuItem[] = placed.filter((one) => one.under === undefined).map(itemOf)

const declaredTops = areaFacts.flatMap((of) => of.topMenus ?? [])
for (const { code, tops = [] } of placed)
  for (const top of tops)
    if (!declaredTops.some((one) => one.code === top))
      throw new Error(`The menu item ${code} stands in a top menu ${top} that no module declares`)

/** The top menus that a new program begins with, each with the codes of the items of the first level that it shows. */
export const topMenus: readonly (TopItem & { readonly items: readonly string[] })[] = declaredTops.map((top) => ({
  ...top,
  items: placed.flatMap(({ code, tops }) => (tops?.includes(top.code) ? [code] : [])),
}))

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
