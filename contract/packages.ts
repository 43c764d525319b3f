import type { MenuItem, ModuleFacts } from './kit/module.ts'
import { menu, seenWith } from './menu.ts'
import { calls, entities, moduleFacts } from './registry.ts'
import { rights } from './rights.ts'

const items = (list: readonly MenuItem[]): MenuItem[] => list.flatMap((item) => [item, ...items(item.children ?? [])])

/** Every declared menu item by its code. */
export const menuItems: ReadonlyMap<string, MenuItem> = new Map(items(menu).map((item) => [item.code, item]))

/** Whether only hospitals have an item: not the items of the platform itself, nor pages without records, such as the first page. */
export const isOfHospitals = (item: MenuItem): boolean => item.isOfHospitals === true || hospitalCodes.has(item.code)

const held = (item: MenuItem): string[] => [...(item.entity ? [item.entity] : []), ...(item.also ?? [])]

/** Kinds of tenants: the platform itself, hospitals, and companies that service the devices of hospitals. */
export type TenantKind = 'platform' | 'hospital' | 'provider'

/** Whether the menus of such a tenant have an item. */
export function belongsTo(item: MenuItem, kind: TenantKind): boolean {
  if (item.isOfPlatform) return kind === 'platform'
  if (item.isOfProviders) return kind === 'provider'
  return kind === 'hospital' || !isOfHospitals(item)
}

/** The module of the entity or call that a right is about. */
function moduleOf(subject: string): ModuleFacts | undefined {
  const of = entities.find((one) => one.name === subject) ?? calls.find((one) => one.may.startsWith(`${subject}.`))
  return of && moduleFacts.find((one) => one.name === of.module)
}

/** Items whose records do not belong to the platform. */
const hospitalCodes: ReadonlySet<string> = new Set(
  [...menuItems.values()].flatMap((item) => {
    const subject = seenWith(item)
    return subject !== undefined && moduleOf(subject)?.part !== 'platform' ? [item.code] : []
  }),
)

/**
 * The codes of the items that include a right: those of its entity; if no item names that, all items of its module; none: the right belongs
 * to every package.
 */
function codesBehind(right: string): string[] {
  const subject = right.split('.')[0]!
  const named = [...menuItems.values()].filter((item) => item.entity && held(item).includes(subject))
  if (named.length > 0) return named.map((item) => item.code)
  const module = moduleOf(subject)
  // Notices, files and the own session belong to every hospital.
  if (module === undefined || module.part === 'platform') return []
  const own = new Set(module.entities?.map((of) => of.name))
  return [...menuItems.values()].filter((item) => held(item).some((name) => own.has(name))).map((item) => item.code)
}

const behind: ReadonlyMap<string, readonly string[]> = new Map([...rights.keys()].map((right) => [right, codesBehind(right)]))

/** The codes of the items of which a package needs one for a right; none: the right belongs to every package. */
export const itemsBehind = (right: string): readonly string[] => behind.get(right) ?? []

/** The rights that the items of a package include. */
export function rightsBehind(codes: readonly string[]): ReadonlySet<string> {
  const open = new Set(codes)
  return new Set([...behind].flatMap(([right, needed]) => (needed.length === 0 || needed.some((code) => open.has(code)) ? [right] : [])))
}

const ofProviders = rightsBehind([...menuItems.values()].filter((item) => belongsTo(item, 'provider')).map((item) => item.code))

/** The rights that a tenant may have, by the items of its package; null: all. A service provider without a package has those of its own menu. */
export const openRights = (kind: TenantKind, codes: readonly string[] | null): ReadonlySet<string> | null =>
  codes ? rightsBehind(codes) : kind === 'provider' ? ofProviders : null
