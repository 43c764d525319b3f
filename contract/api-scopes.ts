import { verbsOf } from './kit/entity/entity.ts'
import type { ModuleFacts, PlacedItem } from './kit/module.ts'
import type { Words } from './kit/words.ts'
import { calls, entities, moduleFacts } from './registry.ts'

/** A set of calls that a role may be limited to. */
export interface ApiScope extends Words {
  readonly code: string
  /** Patterns of call names: `device.*`. */
  readonly patterns: readonly string[]
}

/** What a scope is called by the program: the part that a module is one of, or the module. */
const codeOf = ({ name, part }: ModuleFacts): string => part ?? name

/** The subjects of a module's calls: its entities, and other words before the dot. The first module with such a word owns it. */
function subjects(): ReadonlyMap<string, string> {
  const found = new Map(entities.filter((of) => verbsOf(of).length > 0).map((of): [string, string] => [of.name, of.module]))
  for (const { name, module } of calls) {
    const subject = name.split('.')[0]!
    if (!found.has(subject)) found.set(subject, module)
  }
  return found
}

const isWorded = ({ entity, children }: PlacedItem): boolean => entity !== undefined || children !== undefined

/** One scope for each module or part that has calls of its own. The first item of the menu gives a module its words, the first group a part of several modules. */
export function apiScopes(): readonly ApiScope[] {
  const owned = [...subjects()]
  return [...new Set(moduleFacts.map(codeOf))].flatMap((code) => {
    const those = moduleFacts.filter((one) => codeOf(one) === code)
    const names = new Set<string>(those.map(({ name }) => name))
    const patterns = owned.flatMap(([subject, module]) => (names.has(module) ? [`${subject}.*`] : [])).sort()
    const items = those.flatMap(({ menu }) => menu ?? []).filter(isWorded)
    const words = (those.length > 1 ? items.find(({ children }) => children !== undefined) : undefined) ?? items[0]
    return words && patterns.length > 0 ? [{ code, zh: words.zh, en: words.en, patterns }] : []
  })
}
