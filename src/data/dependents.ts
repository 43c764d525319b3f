import type { Call } from '#contract/kit/call.ts'
import type { Entity } from '#contract/kit/entity.ts'

/** What a write was: of one entity by its verbs or a step, or a named call. `rows`: the entities whose rows have changed, and no others, as the server tells them. */
export type Changed = { readonly entity: string } | { readonly call: string } | { readonly rows: readonly string[] }

/** Whether the query of a key may answer otherwise after a change. */
export type Touches = (changed: Changed, queryKey: readonly unknown[]) => boolean

const linksOf = (of: Entity): string[] =>
  Object.values(of.fields).flatMap((field) => ((field.kind === 'link' || field.kind === 'ids') && field.to ? [field.to] : []))

/** Entities whose rows decide which rows of this one a person sees, or are sent with it. */
function seenWith(of: Entity): string[] {
  const through = of.scope?.through ? of.fields[of.scope.through] : undefined
  return [
    ...(through?.kind === 'link' ? [through.to] : []),
    ...(of.scope?.members ? [of.scope.members.entity] : []),
    ...(of.lines ?? []).map((line) => line.entity),
  ]
}

/**
 * Derives from the declarations which queries show what. A write of an entity may change rows of its area and rows that those link to, and gives its own rows new
 * names; effects elsewhere give no names. Rows the server adds beside every write (notices, logs) always count as changed. What is unknown touches
 * everything, and so does what decides what people see (`governs`).
 */
export function dependents(facts: { readonly entities: readonly Entity[]; readonly calls: readonly Call[] }): Touches {
  const byName = new Map(facts.entities.map((of) => [of.name, of]))
  const calls = new Map(facts.calls.map((of) => [of.name, of]))
  const beside = facts.entities.filter((of) => of.append || of.scope?.own).map((of) => of.name)
  const dependsOn = (area: string): ReadonlySet<string> => {
    const own = facts.entities.filter((of) => of.area === area)
    return new Set(own.flatMap((of) => [of.name, ...linksOf(of)]))
  }
  const dependencies = new Map([...new Set(facts.entities.map((of) => of.area))].map((area) => [area as string, dependsOn(area)]))
  const around = (of: Entity): ReadonlySet<string> => {
    const found = new Set([of.name])
    for (const name of found) for (const more of seenWith(byName.get(name)!)) found.add(more)
    return found
  }
  const seen = new Map(facts.entities.map((of) => [of.name, around(of)]))

  /** Entities whose rows may have changed, and whose names; undefined: everything. */
  const changedBy = (changed: Changed): { rows: ReadonlySet<string>; names: ReadonlySet<string> } | undefined => {
    if ('call' in changed) {
      const named = calls.get(changed.call)?.changes
      if (!named || named.some((name) => byName.get(name)?.governs !== undefined || !byName.has(name))) return undefined
      return { rows: new Set([...named, ...beside]), names: new Set(named) }
    }
    if ('rows' in changed) {
      if (changed.rows.some((name) => byName.get(name)?.governs !== undefined || !byName.has(name))) return undefined
      // Rows of large registers change all the time, their names hardly ever: pages that only name one are not asked again for each change.
      return { rows: new Set(changed.rows), names: new Set(changed.rows.filter((name) => !byName.get(name)!.large)) }
    }
    const of = byName.get(changed.entity)
    if (!of || of.governs) return undefined
    // Data of a single person has no effects.
    const rows = of.scope?.own ? [of.name] : [...dependencies.get(of.area)!]
    return { rows: new Set([...rows, ...beside]), names: new Set([of.name, ...(of.lines ?? []).map((line) => line.entity)]) }
  }
  const shows = (name: string, { rows, names }: { rows: ReadonlySet<string>; names: ReadonlySet<string> }): boolean => {
    const all = seen.get(name)
    if (!all) return true
    return [...all].some((one) => rows.has(one) || linksOf(byName.get(one)!).some((to) => names.has(to)))
  }
  return (changed, [kind, name]) => {
    const what = changedBy(changed)
    if (!what) return true
    if (kind === 'entity') return shows(String(name), what)
    if (kind !== 'call') return false
    const of = calls.get(String(name))
    const read = of?.reads ?? (of && dependencies.get(of.area))
    return !read || [...read].some((one) => shows(one, what))
  }
}
