import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Prose, proseOfCode, proseOfText } from './prose.ts'
import type { SourceFile } from './source-files.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The number of old-fashioned words that are left; it may only fall. */
export const limitFile = join(root, 'scripts/plain-words.json')
export const plainWordLimit = (): number => (JSON.parse(readFileSync(limitFile, 'utf8')) as { left: number }).left

/** Old-fashioned, flowery or needlessly long; the standard term or a shorter word says the same. */
const words = [
  'anew',
  'whoever',
  'whomever',
  'whatever',
  'upon',
  'thereupon',
  'whereupon',
  'nobody',
  'somebody',
  'for ever',
  'lest',
  'thereby',
  'therein',
  'thereof',
  'whereby',
  'wherein',
  'hence',
  'henceforth',
  'whence',
  'thence',
  'shall',
  'ought',
  'takes? leave',
  '(?:is|are) told of',
  'by itself alone',
  'stand(?:s|ing)? at the door',
  'the word that it is',
]
// Part of a name, a path or an address is no word: letters, digits, `-`, `_`, `/`, `.` and `#` belong to names.
const pattern = new RegExp(
  `(?<![\\w/#.@$-])(?:${words.map((one) => one.replaceAll(' ', '\\s+')).join('|')})(?![\\w/(-]|\\.\\w|\\s*=)`,
  'gi',
)

/** Names inside backticks and addresses. */
const named = /`[^`\n]*`|https?:\/\/\S+/g

const read = /\.(tsx?|mjs|css|md|html|ya?ml|sh|Dockerfile)$/
const isCode = /\.(tsx?|mjs|css)$/
// Applied migrations and the data of releases never change.
const frozen = /^(server\/db\/migrations|tests\/fixtures|node_modules|dist|test-results)\//
/** The lists of words themselves. */
const lists = new Set(['tests/laws/plain-words.ts', 'tests/laws/plain-words.test.ts'])

const folders = ['contract', 'server', 'src', 'tests', 'e2e', 'bench', 'scripts', 'docs', 'deploy', 'public']

/** Every file whose comments, titles, words or prose people read. */
export const readFiles = (): SourceFile[] => {
  const inside = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
  return [...readdirSync(root), ...inside]
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => read.test(path) && !frozen.test(path) && !lists.has(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** A string without a space is a name, a key or an address, not a sentence. */
const isSentence = ({ text }: Prose): boolean => /\s/.test(text.trim())

export interface Place {
  readonly path: string
  readonly line: number
  readonly word: string
}

/** Every place of an old-fashioned word in comments, titles, words of the pages and documents. */
export const oldWords = (files: readonly SourceFile[]): Place[] =>
  files.flatMap(({ path, text }) => {
    const prose = isCode.test(path) ? proseOfCode(text).filter(isSentence) : proseOfText(text)
    return prose.flatMap((one) => {
      // Backticks of a template are not those of a name.
      const inner = one.text.startsWith('`') || one.text.startsWith('}') ? one.text.slice(1).replace(/`$/, '') : one.text
      const plain = inner.replaceAll(named, (name) => name.replaceAll(/[^\n]/g, ' '))
      return [...plain.matchAll(pattern)].map((match) => ({
        path,
        line: one.line + plain.slice(0, match.index).split('\n').length - 1,
        word: match[0].toLowerCase().replaceAll(/\s+/g, ' '),
      }))
    })
  })

const git = (...flags: string[]): string[] => {
  try {
    const said = execFileSync('git', flags, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return said.split('\n').filter((one) => one !== '')
  } catch {
    return []
  }
}

/** Files that differ from the main branch, also those that are in no commit; empty where there is no git. */
export const changedFiles = (): ReadonlySet<string> =>
  new Set([...git('diff', '--name-only', 'main'), ...git('ls-files', '--others', '--exclude-standard')])

/** Subjects of the commits that the main branch does not have and that are longer than `most` characters. */
export const longSubjects = (most = 72, subjects = git('log', '--format=%s', 'main..HEAD')): string[] =>
  subjects.filter((one) => [...one].length > most)
