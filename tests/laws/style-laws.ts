import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Machine } from '#contract/kit/entity/machine.ts'
import { type SourceFile, withoutComments } from './source-files.ts'

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

const toneClass = /-(?:plain|good|busy|warn|bad|extra)(?![\w-])/
const colour = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\(|var\(--(?:ant|adm)-color-(?:success|warning|error|info|danger)/i

/** Rules of a tone (`.ph-tag-good`) with a colour of their own, instead of those of `src/kit/tones.css`. */
export const typedTones = (sheets: readonly SourceFile[]): string[] =>
  sheets.flatMap(({ path, text }) =>
    rulesOf(text).flatMap(({ selectors, body }) =>
      selectors.some((selector) => toneClass.test(selector)) && colour.test(body) ? [`${path}: ${selectors.join(', ')}`] : [],
    ),
  )

/** Where colours are made beside the themes and the tones: the palette of charts, the bar of the phone, outlines on paper. */
const colourFiles: ReadonlySet<string> = new Set([
  ...['src/kit/chart/palette.ts', 'src/kit/phone/theme.ts', 'src/features/place/plan-png.ts'],
])
const blackOrWhite = /^#(?:f{3,6}|0{3,6})$/i

/** Colours of labels, and tones that pages translate into colours, outside the table of the tones. */
export const typedColours = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) => {
    if (!path.startsWith('src/') || colourFiles.has(path) || /^src\/(?:app\/desk\/look|features\/insight\/board\/board-theme)/.test(path))
      return []
    const code = withoutComments(text)
    const tags = [...code.matchAll(/<(?:Tag|Badge)\b[^>]*?\b(?:color|status)=/g)].map(() => 'colours a label')
    const maps = [...code.matchAll(/\b(?:good|warn|bad|extra):\s*['"](?:success|warning|error|processing|#)/g)].map(
      () => 'maps tones to colours',
    )
    const hex = [...code.matchAll(/['"`](#[0-9a-f]{6}|#[0-9a-f]{8})['"`]/gi)].flatMap(([, value]) =>
      blackOrWhite.test(value!) ? [] : [`has the colour ${value}`],
    )
    return [...tags, ...maps, ...hex].map((what) => `${path} ${what}`)
  })

/** Choices of which only some have a tone, and states of machines without one. */
export function toneless(entities: readonly Entity[], machines: readonly Machine[]): string[] {
  const found = new Set<string>()
  for (const of of entities)
    for (const [name, field] of Object.entries(of.fields)) {
      if (field.kind !== 'choice') continue
      const isState = machines.some((on) => on.entity === of.name && on.field === name)
      const without = Object.entries(field.of).flatMap(([key, choice]) => (choice.tone === undefined ? [key] : []))
      if (without.length > 0 && (isState || without.length < Object.keys(field.of).length))
        found.add(`${of.name}.${name}: ${without.join(', ')}`)
    }
  return [...found]
}
