import type { MenuItem, PlacedItem, TopItem } from './kit/module.ts'
import { moduleFacts } from './registry.ts'
import { rights } from './rights.ts'

const placed: readonly PlacedItem[] = moduleFacts.flatMap((of) => of.menu ?? [])

const orderOf = ({ order = Number.MAX_SAFE_INTEGER }: PlacedItem): number => order

const itemOf = ({ under: _, order: __, tops: ___, ...item }: PlacedItem): MenuItem => {
  const below = placed
    .filter((one) => one.under === item.code)
    .sort((one, other) => orderOf(one) - orderOf(other))
    .map(itemOf)
  return below.length > 0 ? { ...item, children: [...(item.children ?? []), ...below] } : item
}

/** The desk menu, from the items of the modules. Buttons are derived: one for each right of the item's entity. */
export const menu: readonly MenuItem[] = placed.filter((one) => one.under === undefined).map(itemOf)

const declaredTops = moduleFacts.flatMap((of) => of.topMenus ?? [])
for (const { code, tops = [] } of placed)
  for (const top of tops)
    if (!declaredTops.some((one) => one.code === top))
      throw new Error(`The menu item ${code} stands in a top menu ${top} that no module declares`)

/** The top menus of a new installation, each with the codes of its first-level items. */
export const topMenus: readonly (TopItem & { readonly items: readonly string[] })[] = declaredTops.map((top) => ({
  ...top,
  items: placed.flatMap(({ code, tops }) => (tops?.includes(top.code) ? [code] : [])),
}))

/** The pages of a menu: its items without children, in order. */
export const pagesOf = (items: readonly MenuItem[]): MenuItem[] =>
  items.flatMap((item) => (item.children ? pagesOf(item.children) : [item]))

/** Rights by their subject, in the order of all rights. */
const rightsAbout = new Map<string, { readonly code: string; readonly at: number }[]>()
for (const [at, code] of [...rights.keys()].entries()) {
  const subject = code.split('.')[0]!
  rightsAbout.set(subject, [...(rightsAbout.get(subject) ?? []), { code, at }])
}

/** The entity whose `list` right shows a menu item; undefined for pages without records, which belong to everybody. */
export const seenWith = (item: MenuItem): string | undefined => item.entity ?? item.seenWith

/** The rights of a menu item's buttons. */
export function buttonsOf(item: MenuItem): string[] {
  const of = new Set([...(item.entity ? [item.entity] : []), ...(item.also ?? [])])
  return [...of]
    .flatMap((subject) => rightsAbout.get(subject) ?? [])
    .sort((a, b) => a.at - b.at)
    .map(({ code }) => code)
}
