import type { Call } from '#contract/kit/entity/call.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import type { ModuleFacts } from '#contract/kit/module.ts'
import { changesOfCall, subjectOf } from './call-changes.ts'

/** A write: of an entity (by a verb or a step), or by a named call. `rows`: the server's list of exactly the entities whose rows have changed. */
export type Changed = { readonly entity: string } | { readonly call: string } | { readonly rows: readonly string[] }

/** Whether a change may affect the result of the query with this key. */
export type Touches = (changed: Changed, queryKey: readonly unknown[]) => boolean

/**
 * Entities with changed rows, entities with changed titles, and the subject of affected calls. Undefined in place of this object means everything.
 */
interface WhatChanged {
  readonly rows: ReadonlySet<string>
  readonly names: ReadonlySet<string>
  readonly subject?: string
}

const linksOf = (of: Entity): string[] =>
  Object.values(of.fields).flatMap((field) => ((field.kind === 'link' || field.kind === 'ids') && field.to ? [field.to] : []))

/** Entities whose rows decide which rows of this entity a person sees, or are sent along with them. */
function seenWith(of: Entity): string[] {
  const through = of.scope?.through ? of.fields[of.scope.through] : undefined
  return [
    ...(through?.kind === 'link' ? [through.to] : []),
    ...(of.scope?.members ? [of.scope.members.entity] : []),
    ...(of.scope?.deputies ? [of.scope.deputies.entity] : []),
    ...(of.scope?.seenWith ? [of.scope.seenWith.entity] : []),
    ...Object.values(of.fields).flatMap(({ closed }) => (closed ? [closed.entity] : [])),
    ...(of.lines ?? []).map((line) => line.entity),
  ]
}

/**
 * Derives from the declarations which queries a change affects. A write of an entity may change rows of its module, of the other modules of the same part, and the rows they link to. Only its
 * own rows get new titles. Rows that the server adds with every write (notices, logs) always count as changed. Unknown names and entities that
 * `governs` affect every query. Approvals and the documents they decide about affect each other.
 */
export function dependents(facts: {
  readonly entities: readonly Entity[]
  readonly calls: readonly Call[]
  readonly modules: readonly ModuleFacts[]
}): Touches {
  const byName = new Map(facts.entities.map((of) => [of.name, of]))
  const calls = new Map(facts.calls.map((of) => [of.name, of]))
  const beside = facts.entities.filter((of) => of.append || of.scope?.own).map((of) => of.name)
  const parts = new Map(facts.modules.map(({ name, part }) => [name as string, part ?? name]))
  const partOf = (module: string): string => parts.get(module) ?? module
  const dependsOn = (module: string): ReadonlySet<string> => {
    const own = facts.entities.filter((of) => partOf(of.module) === partOf(module))
    return new Set(own.flatMap((of) => [of.name, ...linksOf(of)]))
  }
  const dependencies = new Map(facts.modules.map(({ name }) => [name as string, dependsOn(name)]))
  const deciding = facts.modules.filter((of) => of.decides).map((of) => of.name as string)
  const documents = facts.modules.flatMap((of) => of.approvals ?? []).map((of) => of.entity)
  /** Entities that a write of one may change: those of its module and, across an approval, those of the other side. */
  const changedWith = (of: Entity): string[] => {
    const decided = deciding.includes(of.module) ? documents.flatMap((name) => byName.get(name)?.module ?? []) : []
    return [of.module, ...decided, ...(documents.includes(of.name) ? deciding : [])].flatMap((module) => [
      ...(dependencies.get(module) ?? []),
    ])
  }
  const following = facts.modules.flatMap((of) =>
    Object.entries(of.follows ?? {}).flatMap(([name, leaders]) => [leaders].flat().map((leader) => [name, leader] as const)),
  )
  /** Adds the entities that change along with the given ones (`follows`). */
  const along = (rows: readonly string[]): string[] => [...rows, ...following.flatMap(([name, of]) => (rows.includes(of) ? [name] : []))]
  const everything = Object.assign({}, ...facts.modules.map((of) => of.changesEverything)) as Readonly<Record<string, string>>
  const around = (of: Entity): ReadonlySet<string> => {
    const found = new Set([of.name])
    for (const name of found) for (const more of seenWith(byName.get(name)!)) found.add(more)
    return found
  }
  const seen = new Map(facts.entities.map((of) => [of.name, around(of)]))

  const changedBy = (changed: Changed): WhatChanged | undefined => {
    if ('call' in changed) {
      const named = calls.get(changed.call)
      const what = named && changesOfCall(named, (name) => byName.has(name), everything)
      if (!what) return undefined
      if ('entity' in what) return changedBy(what)
      if ('subject' in what) return { rows: new Set(beside), names: new Set(), subject: what.subject }
      if (what.rows.some((name) => byName.get(name)?.governs !== undefined || !byName.has(name))) return undefined
      // A change of a document also changes its approval, even when the call declares only the document.
      const approvals = what.rows.some((name) => documents.includes(name)) ? deciding : []
      const decided = approvals.flatMap((module) => [...(dependencies.get(module) ?? [])])
      return { rows: new Set(along([...what.rows, ...decided, ...beside])), names: new Set(what.rows) }
    }
    if ('rows' in changed) {
      if (changed.rows.some((name) => byName.get(name)?.governs !== undefined || !byName.has(name))) return undefined
      // Rows of large registers change often, their titles rarely: do not refetch pages that only show a title.
      return { rows: new Set(changed.rows), names: new Set(changed.rows.filter((name) => !byName.get(name)!.large)) }
    }
    const of = byName.get(changed.entity)
    if (!of || of.governs) return undefined
    // Rows that belong to one person have no effects on others.
    const rows = of.scope?.own ? [of.name] : along(changedWith(of))
    // A decision may change the rows its document links to, except entities that govern others.
    const decided = deciding.includes(of.module)
      ? documents.flatMap((name) => [name, ...linksOf(byName.get(name)!)]).filter((name) => byName.get(name)?.governs === undefined)
      : []
    const names = new Set([of.name, ...(of.lines ?? []).map((line) => line.entity), ...decided])
    return { rows: new Set([...rows, ...beside]), names }
  }
  const shows = (name: string, { rows, names }: WhatChanged): boolean => {
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
    if (what.subject === subjectOf(String(name))) return true
    const read = of?.reads ?? (of && dependencies.get(of.module))
    return !read || [...read].some((one) => shows(one, what))
  }
}
