import { moduleNames } from '#contract/kit/entity/entity.ts'
import { type SourceFile, withoutComments } from './source-files.ts'

const lines = ({ text }: SourceFile): number => text.trimEnd().split('\n').length

/** Files that are longer than `most` lines. */
export const longFiles = (files: readonly SourceFile[], most: number): string[] =>
  files.filter((file) => lines(file) > most).map((file) => `${file.path}: ${lines(file)} lines`)

/** Number of lines that this share of the files does not pass, 0.5 for the median. */
export const lineQuantile = (files: readonly SourceFile[], share: number): number =>
  files.map(lines).sort((a, b) => a - b)[Math.ceil(files.length * share) - 1] ?? 0

/** Folders, those of migrations aside, that hold more than `most` files of their own. */
export function fullFolders(paths: readonly string[], most: number): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([folder, count]) => count > most && folder !== 'server/db/migrations')
    .map(([folder, count]) => `${folder}: ${count} files`)
}

const empty = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'service', 'services', 'manager'])

/** Files and folders whose name is not kebab-case or says nothing. */
export const badNames = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path }) => {
    const parts = path.replace(/(\.test|\.d)?\.tsx?$/, '').split('/')
    // A module keeps its name, as a folder and as its manifest; another file called so says nothing.
    const isModule = (at: number) => at < parts.length - 1 || path.startsWith('contract/modules/')
    const says = (part: string, at: number) => !empty.has(part) || (isModule(at) && (moduleNames as readonly string[]).includes(part))
    const wrong = parts.filter((part, at) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(part) || !says(part, at))
    return wrong.length > 0 ? [`${path}: “${wrong.join('”, “')}”`] : []
  })

/** The lists that the house is assembled from. */
const lists = new Set(['contract/modules/index.ts', 'server/modules.ts'])

/** Files that say nothing of their own: only imports and exports of what others declare. */
export const barrels = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) => {
    if (lists.has(path)) return []
    const own = withoutComments(text)
      .replace(/\b(import|export)\b[^;'"`()=]*?\bfrom\s*['"][^'"]+['"];?/g, '')
      .replace(/\bexport\s*(type\s*)?\{[^}]*\};?/g, '')
      .trim()
    const passesOn = /\bexport\s*(type\s*)?(\*|\{)/.test(withoutComments(text))
    return own === '' && passesOn ? [path] : []
  })

/** Files that export something without a name. */
export const defaultExports = (files: readonly SourceFile[]): string[] =>
  files.filter(({ text }) => /^export default\b/m.test(withoutComments(text))).map(({ path }) => path)

const chinese = /[㐀-鿿豈-﫿]/
const pair = /\bzh:\s*(?:'[^']*'|"[^"]*"|`[^`]*`)\s*,\s*en:/g

/**
 * Lines of the pages with Chinese words of their own. Words belong to src/words or the contract; a label may stand beside its English one
 * (`{ zh: …, en: … }`), for then neither language can be forgotten.
 */
export const strayChinese = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => path.startsWith('src/') && !path.startsWith('src/words/'))
    .flatMap(({ path, text }) =>
      withoutComments(text)
        .replace(pair, '')
        .split('\n')
        .filter((line) => chinese.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )
