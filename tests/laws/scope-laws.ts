import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Machine } from '#contract/kit/entity/machine.ts'
import type { ProcessRule } from '#contract/kit/entity/process-rule.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { calls } from '#contract/registry.ts'
import { type SourceFile, withoutComments } from './source-files.ts'

const tableOf = (of: Entity): string => of.sql ?? snake(of.name)

/** Tables whose rows a data scope limits by themselves, and those limited through a row of another module, by the module that declares them. */
export function scopedTables(
  entities: readonly Entity[],
  homeOf: (entity: string) => string | undefined,
): ReadonlyMap<string, string | undefined> {
  const found = new Map<string, string | undefined>()
  for (const of of entities) {
    if (!of.scope) continue
    // Rows seen through a parent of their own module are held by the lock of that parent, which a step or a call of the module has.
    found.set(tableOf(of), of.scope.through && !of.scope.dept && !of.scope.persons ? homeOf(of.name) : undefined)
  }
  return found
}

const locking = /\bfrom\s+(\w+)\s(?:(?!\bfrom\b)[^`'])*?\bfor\s+(?:no key\s+)?update\b/gi
const writing = /\b(?:update|delete from)\s+(\w+|\$\{)/gi

/** Hand-written SQL of modules and timed work that locks or writes rows under a data scope; `known`: files that may, with the reason. */
export const waysRound = (
  files: readonly SourceFile[],
  tables: ReadonlyMap<string, string | undefined>,
  known: Readonly<Record<string, string>>,
): string[] =>
  files
    .filter(({ path }) => /^server\/(features|jobs)\//.test(path) && !known[path])
    .flatMap(({ path, text }) => {
      const code = withoutComments(text)
      const found = [...code.matchAll(locking), ...code.matchAll(writing)].map((match) => match[1]!)
      const wide = /dataScope:\s*'all'/.test(code) ? [`${path} widens a data scope by hand`] : []
      const tablesHere = [...new Set(found)].filter((table) => {
        if (table === '${') return true
        if (!tables.has(table)) return false
        const home = tables.get(table)
        return home === undefined || !path.startsWith(`server/features/${home}/`)
      })
      return [...wide, ...tablesHere.map((table) => `${path} locks or writes ${table === '${' ? 'a computed table' : table} by hand`)]
    })

/** Reasons for files that need none any more. */
export const idleReasons = (
  files: readonly SourceFile[],
  tables: ReadonlyMap<string, string | undefined>,
  known: Readonly<Record<string, string>>,
): string[] =>
  Object.keys(known).filter(
    (path) =>
      waysRound(
        files.filter((file) => file.path === path),
        tables,
        {},
      ).length === 0,
  )

/** Verbs of events that no step is called. */
const verbs = new Set(['add', 'change', 'remove', 'lines', 'scan', 'note', 'maintainCancelled'])

/** Rules that are declared twice or name what does not exist. */
export const wrongRules = (rules: readonly ProcessRule[], entities: readonly Entity[], machines: readonly Machine[]): string[] =>
  rules.flatMap((rule, index) => {
    const twice = rules.findIndex((one) => one.name === rule.name) !== index ? [`${rule.name} is declared twice`] : []
    const empty = Object.keys(rule.touches).length === 0 ? [`${rule.name} reaches nothing`] : []
    const unknown = Object.entries(rule.touches).flatMap(([entity, touched]) => {
      if (!entities.some((of) => of.name === entity)) return [`${rule.name} reaches ${entity}`]
      const steps = new Set(machines.filter((on) => on.entity === entity).flatMap((on) => Object.keys(on.steps)))
      const told = new Set(Object.keys(entities.find((of) => of.name === entity)?.events ?? {}))
      const acts = new Set(calls.map(({ name }) => name))
      return touched
        .filter((verb) => !verbs.has(verb) && !steps.has(verb) && !told.has(verb) && !acts.has(`${entity}.${verb}`))
        .map((verb) => `${rule.name} reaches ${entity}.${verb}`)
    })
    return [...twice, ...empty, ...unknown]
  })
