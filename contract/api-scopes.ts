import { verbsOf } from './kit/entity.ts'
import type { Words } from './kit/words.ts'
import { areaFacts, calls, entities } from './registry.ts'

/** A set of calls that a role may be limited to. */
export interface ApiScope extends Words {
  readonly code: string
  /** Over the names of calls: `device.*`. */
  readonly patterns: readonly string[]
}

/** What the calls of a module are about: its entities, and words before the dot that are no entity. The first module with such a word has it. */
function subjects(): ReadonlyMap<string, string> {
  const found = new Map(entities.filter((of) => verbsOf(of).length > 0).map((of): [string, string] => [of.name, of.area]))
  for (const { name, area } of calls) {
    const subject = name.split('.')[0]!
    if (!found.has(subject)) found.set(subject, area)
  }
  return found
}

/** One scope for each module that has calls of its own. */
export function apiScopes(): readonly ApiScope[] {
  const owned = [...subjects()]
  return areaFacts.flatMap(({ name, menu }) => {
    const patterns = owned.flatMap(([subject, area]) => (area === name ? [`${subject}.*`] : [])).sort()
    const words = menu?.find(({ entity, children }) => entity !== undefined || children !== undefined)
    return words && patterns.length > 0 ? [{ code: name, zh: words.zh, en: words.en, patterns }] : []
  })
}
