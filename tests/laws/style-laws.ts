import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SourceFile } from './source-files.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Every style sheet of the pages, without its comments. */
export const styleSheets = (): SourceFile[] =>
  readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .sort()
    .map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '') }))

/** One rule of a sheet: its selectors and what it declares. */
export interface StyleRule {
  readonly selectors: readonly string[]
  readonly body: string
}

/** The rules of a sheet, those of its containers and media too; not those for paper, which hide what other sheets show. */
export function rulesOf(text: string): StyleRule[] {
  const found: StyleRule[] = []
  for (let at = 0; ; ) {
    const open = text.indexOf('{', at)
    if (open < 0) return found
    let close = open + 1
    for (let depth = 1; depth > 0 && close < text.length; close++) depth += text[close] === '{' ? 1 : text[close] === '}' ? -1 : 0
    const head = text.slice(text.lastIndexOf(';', open) < at ? at : text.lastIndexOf(';', open) + 1, open).trim()
    const body = text.slice(open + 1, close - 1)
    if (!head.startsWith('@')) found.push({ selectors: head.split(/,(?![^(]*\))/).map((one) => one.trim()), body })
    else if (!head.startsWith('@keyframes') && !/\bprint\b/.test(head)) found.push(...rulesOf(body))
    at = close
  }
}

const ownClass = /\.((?:eam|ph)-[\w-]+)/g

/**
 * Classes whose rule stands in several sheets, so that the look of a part depends on which pages are loaded. Another sheet may name a class beside one of
 * its own: `.eam-label .eam-form`.
 */
export function scatteredClasses(sheets: readonly SourceFile[]): string[] {
  const homes = new Map<string, Set<string>>()
  for (const { path, text } of sheets)
    for (const { selectors } of rulesOf(text))
      for (const selector of selectors) {
        const named = [...new Set([...selector.matchAll(ownClass)].map(([, name]) => name!))]
        if (named.length === 1) homes.set(named[0]!, (homes.get(named[0]!) ?? new Set()).add(path))
      }
  return [...homes].flatMap(([name, paths]) => (paths.size > 1 ? [`.${name}: ${[...paths].sort().join(', ')}`] : []))
}
