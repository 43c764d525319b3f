import type { MenuItem } from './kit/area.ts'
import { menu } from './menu.ts'
import { areaFacts, calls, entities } from './registry.ts'
import { rights } from './rights.ts'

const items = (list: readonly MenuItem[]): MenuItem[] => list.flatMap((item) => [item, ...items(item.children ?? [])])

/** Every declared menu item by its code. */
export const menuItems: ReadonlyMap<string, MenuItem> = new Map(items(menu).map((item) => [item.code, item]))

/** Whether an item belongs to hospitals alone: what is not the platform’s own, and no page without records such as the first one. */
export const isOfHospitals = (item: MenuItem): boolean => item.isOfHospitals === true || hospitalCodes.has(item.code)

const held = (item: MenuItem): string[] => [...(item.entity ? [item.entity] : []), ...(item.also ?? [])]

/** The module whose entity or call a right is about. */
function areaOf(subject: string): string | undefined {
  const of = entities.find((one) => one.name === subject) ?? calls.find((one) => one.may.startsWith(`${subject}.`))
  return of?.area
}

/** Items of records that are not the platform’s. */
const hospitalCodes: ReadonlySet<string> = new Set(
  [...menuItems.values()].flatMap(({ code, entity }) => (entity !== undefined && areaOf(entity) !== 'platform' ? [code] : [])),
)

/** The codes of the items that a right stands behind: those of its entity; for what no item names, all of its module; none: it belongs to every package. */
function codesBehind(right: string): string[] {
  const subject = right.split('.')[0]!
  const named = [...menuItems.values()].filter((item) => item.entity && held(item).includes(subject))
  if (named.length > 0) return named.map((item) => item.code)
  const area = areaOf(subject)
  // Notices, files and one's own session belong to every hospital.
  if (area === undefined || area === 'platform') return []
  const own = new Set(areaFacts.find((one) => one.name === area)?.entities?.map((of) => of.name))
  return [...menuItems.values()].filter((item) => held(item).some((name) => own.has(name))).map((item) => item.code)
}

const behind: ReadonlyMap<string, readonly string[]> = new Map([...rights.keys()].map((right) => [right, codesBehind(right)]))

/** The codes of the items of which a package needs one for a right; none: the right belongs to every package. */
export const itemsBehind = (right: string): readonly string[] => behind.get(right) ?? []

/** The rights that stand behind the items of a package. */
export function rightsBehind(codes: readonly string[]): ReadonlySet<string> {
  const open = new Set(codes)
  return new Set([...behind].flatMap(([right, needed]) => (needed.length === 0 || needed.some((code) => open.has(code)) ? [right] : [])))
}
