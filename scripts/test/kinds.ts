import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { entities, moduleFacts } from '#contract/registry.ts'

/** The subject of a test file: it decides how its cost grows and which changes it belongs to. */
export type Kind = 'battery' | 'every family' | 'module' | 'kit'

/** Words of test files that no module, entity or first word of entities says, by module. */
const furtherWords: Readonly<Record<string, readonly string[]>> = {
  asset: ['parts', 'part-stock', 'catalogues', 'standard-names'],
  check: ['blind', 'emergency-phone', 'settle', 'three-phones'],
  custody: ['approval-notices'],
  insight: ['board', 'measures'],
  ledger: ['reconciliation'],
  identity: ['people', 'admin-walk'],
  record: ['access-review'],
  settings: ['hospital', 'platform', 'region', 'dictionary'],
}

/** Words that entities share with parts of the kit: a test that begins so is about the kit. */
const wordsOfKit: ReadonlySet<string> = new Set(['access', 'client', 'data', 'data-scope', 'dictionary-fields', 'file'])

/** `deviceApply` -> `device-apply` */
const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/**
 * How the names of test files begin, with their module: the module, each of its entities, the first word of its entities where no other module
 * has the same, and what is declared above (nothing for the kit). The longest one decides.
 */
const beginnings: ReadonlyMap<string, string> = (() => {
  const found = new Map<string, string>()
  const firstWords = new Map<string, Set<string>>()
  for (const { module, name } of entities) {
    found.set(kebab(name), module)
    const first = kebab(name).split('-')[0]!
    firstWords.set(first, (firstWords.get(first) ?? new Set()).add(module))
  }
  for (const [word, modules] of firstWords) if (modules.size === 1 && !found.has(word)) found.set(word, [...modules][0]!)
  for (const { name } of moduleFacts) found.set(name, name)
  for (const [module, words] of Object.entries(furtherWords)) for (const word of words) found.set(word, module)
  for (const word of wordsOfKit) found.set(word, '')
  return found
})()

/** `e2e/desk-check.spec.ts` -> `check`: the name without the body that it runs on. */
const plainName = (file: string): string =>
  basename(file)
    .replace(/\.(test|spec)\.tsx?$/, '')
    .replace(/^(desk|phone|sync)-/, '')

/** The module that a test file is named after; undefined for the kit. */
export const moduleOf = (file: string): string | undefined => {
  const name = plainName(file)
  const begun = [...beginnings.keys()].filter((word) => new RegExp(`^${word}s?(-|$)`).test(name))
  return beginnings.get(begun.sort((a, b) => b.length - a.length)[0] ?? '') || undefined
}

const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** Whether the file, or a part of it in the same folder, walks over the registry and so grows with every family and call. */
const walksRegistry = (file: string): boolean => {
  const text = read(file)
  const parts = [...text.matchAll(/from '\.\/([\w-]+\.ts)'/g)].map(([, part]) => read(join(dirname(file), part!)))
  return [text, ...parts].some((one) => /\b(entities|calls|machines)\b[^\n]*from '#contract\/registry\.ts'/.test(one))
}

/** The kind of a test file, from its name and imports; the path is one from the root of the clone. */
export const kindOf = (file: string): Kind => {
  if (/^tests\/api\/families/.test(file)) return 'battery'
  if (file.startsWith('tests/api/') && walksRegistry(file)) return 'every family'
  return moduleOf(file) ? 'module' : 'kit'
}
