import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { proseOfText } from './prose.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const pagesIn = (folder: string): string[] =>
  readdirSync(root + folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => posix.join(folder, name))
const read = (path: string): string => readFileSync(root + path, 'utf8')

/** The lines that make a text longer than one page, and those that are too wide. */
const beyondOnePage = (text: string): string[] => {
  const lines = text.trimEnd().split('\n')
  return [...(lines.length > 90 ? [`${lines.length} lines`] : []), ...lines.filter((line) => [...line].length > 120)]
}

/** Relative links of a page to files that do not exist. */
const deadLinks = (path: string, text: string): string[] =>
  proseOfText(text).flatMap(({ line, text: prose }) =>
    [...prose.matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)]
      .map(([, to]) => to!)
      .filter((to) => !/^[a-z]+:/.test(to) && !existsSync(root + posix.join(posix.dirname(path), to)))
      .map((to) => `${path}:${line} ${to}`),
  )

/** Files that a page names in backticks and that do not exist. */
const missingFiles = (path: string, text: string): string[] =>
  [...text.matchAll(/`((?:contract|server|src|tests|e2e|bench|scripts|docs|deploy)\/[\w./-]+)`/g)].flatMap(([, to]) =>
    existsSync(root + to) ? [] : [`${path} ${to}`],
  )

test('docs/ARCHITECTURE.md is one page: 90 lines of 120 characters', () => {
  expect(beyondOnePage(read('docs/ARCHITECTURE.md'))).toEqual([])
  expect(beyondOnePage('x\n'.repeat(91))).toEqual(['91 lines'])
  expect(beyondOnePage(`${'x'.repeat(120)}\n${'y'.repeat(121)}\n`)).toEqual(['y'.repeat(121)])
})

test('every relative link of the documents leads to a file', () => {
  const pages = ['README.md', ...pagesIn('docs'), ...pagesIn('docs/design')]
  expect(pages.length).toBeGreaterThan(30)
  expect(pages.flatMap((path) => deadLinks(path, read(path)))).toEqual([])
  const planted = '[a](design/gone.md#part)\n[b](OFFLINE.md) [c](https://example.org/gone)\n```\n[d](gone.md)\n```'
  expect(deadLinks('docs/PLANTED.md', planted)).toEqual(['docs/PLANTED.md:1 design/gone.md'])
})

test('every file that the architecture names is there', () => {
  const pages = ['docs/ARCHITECTURE.md', ...pagesIn('docs/design')]
  expect(pages.flatMap((path) => missingFiles(path, read(path)))).toEqual([])
  expect(missingFiles('docs/PLANTED.md', '`server/gone.ts` and `server/app.ts`')).toEqual(['docs/PLANTED.md server/gone.ts'])
})
