import { hasSqlDetails, parseSync } from 'libpg-query'
import { holeName } from './holes.ts'
import type { Module } from './modules.ts'
import type { Tree } from './tree.ts'
import type { Part } from './value.ts'

/** Where a piece of a statement stands in a file. */
export interface Origin {
  readonly module: Module
  /** The place of its first character in the file. */
  readonly start: number
}

interface Segment extends Origin {
  /** The place in the statement, and what is there. */
  readonly from: number
  readonly text: string
}

/** Statements that the parser reads, and where their characters come from. */
export interface Statement {
  readonly text: string
  readonly trees: readonly Tree[]
  readonly segments: readonly Segment[]
  /** Whether a part was left out that may bring tables. */
  readonly isOpen: boolean
}

type Flat = Exclude<Part, { kind: 'choice' }>

const mostVariants = 6

/** The texts that choices allow: all their first options, all their second ones, and so on. */
export function variantsOf(parts: readonly Part[]): Flat[][] {
  const most = (list: readonly Part[]): number =>
    Math.max(1, ...list.map((part) => (part.kind === 'choice' ? Math.max(part.options.length, ...part.options.map(most)) : 1)))
  const take = (list: readonly Part[], index: number): Flat[] =>
    list.flatMap((part) => (part.kind === 'choice' ? take(part.options[Math.min(index, part.options.length - 1)]!, index) : [part]))
  return Array.from({ length: Math.min(most(parts), mostVariants) }, (_, index) => take(parts, index))
}

/** What may stand for a hole between two pieces of a text, the likeliest first. */
function fillings(before: string, after: string, index: number): readonly string[] {
  const hole = holeName(index)
  if (before.endsWith('$')) return [String(index + 1)]
  const isInText = [/'/g, /"/g].some((quote) => (before.match(quote)?.length ?? 0) % 2 === 1)
  if (isInText) return [hole]
  const touches = /[\w")']$/.test(before)
  const continues = /^[\w.(]/.test(after)
  if (touches && !continues) return ['', hole, ` and ${hole}`, `, ${hole}`, ` where ${hole}`]
  return [hole, '', `and ${hole}`, `${hole},`, `, ${hole}`, `${hole} = 1`, `(${hole})`, `select ${hole}`, 'asc']
}

/** Whether what follows a text may belong to its FROM, at the same depth of brackets. */
function mayBringTables(before: string): boolean {
  let depth = 0
  for (const [word] of [
    ...before.matchAll(/[()]|\b(?:from|join|using|with|select|where|having|group|order|limit|offset|set|values|returning)\b/g),
  ].reverse()) {
    if (word === ')') depth++
    else if (word === '(') depth--
    else if (depth === 0) return word === 'from' || word === 'join' || word === 'using' || word === 'with'
    if (depth < 0) return true
  }
  return true
}

/** Reads a text with holes: each is filled with the first thing that lets the parser come further. Undefined when nothing does. */
export function readStatement(parts: readonly Flat[], before = '', after = ''): Statement | undefined {
  const list = parts
  const plainAt = (from: number, step: 1 | -1): string => {
    let text = ''
    for (let index = from; index >= 0 && index < list.length; index += step) {
      const part = list[index]!
      const one = part.kind === 'text' ? part.text : part.kind === 'parameter' ? '$1' : 'x'
      text = step === 1 ? text + one : one + text
      if (step === 1) break
    }
    return text
  }
  const holes = list.flatMap((part, index) =>
    part.kind === 'hole' ? [{ index, options: fillings(before + plainAt(index - 1, -1), plainAt(index + 1, 1) + after, index) }] : [],
  )
  const chosen = new Map(holes.map(({ index }) => [index, 0]))
  const optionsAt = new Map(holes.map(({ index, options }) => [index, options]))
  const write = (): { text: string; segments: Segment[]; starts: Map<number, number> } => {
    let text = before
    const segments: Segment[] = []
    const starts = new Map<number, number>()
    for (const [index, part] of list.entries()) {
      if (part.kind === 'text') {
        segments.push({ module: part.module, start: part.start, from: text.length, text: part.text })
        text += part.text
      } else if (part.kind === 'parameter') text += '$1'
      else {
        starts.set(index, text.length)
        text += optionsAt.get(index)![chosen.get(index)!]!
      }
    }
    return { text: text + after, segments, starts }
  }
  /** The trees, or how far the parser came. */
  const read = (): { trees?: readonly Tree[]; reached: number } => {
    const { text } = write()
    try {
      const trees = (parseSync(text).stmts ?? []).map(({ stmt }) => stmt as Tree)
      return trees.length > 0 ? { trees, reached: Number.POSITIVE_INFINITY } : { reached: -1 }
    } catch (error) {
      return { reached: hasSqlDetails(error) ? error.sqlDetails!.cursorPosition : -1 }
    }
  }
  let now = read()
  for (let tries = 0; !now.trees && tries < holes.length * 2; tries++) {
    const { starts } = write()
    const near = [...starts]
      .filter(([, start]) => start <= now.reached)
      .map(([index]) => index)
      .reverse()
      .slice(0, 3)
    let best = { reached: now.reached, index: -1, option: 0, trees: undefined as readonly Tree[] | undefined }
    for (const index of near) {
      const old = chosen.get(index)!
      for (let option = 0; option < optionsAt.get(index)!.length && !best.trees; option++) {
        if (option === old) continue
        const shorter = optionsAt.get(index)![option]!.length - optionsAt.get(index)![old]!.length
        chosen.set(index, option)
        const next = read()
        if (next.trees || next.reached - shorter > best.reached)
          best = { reached: next.reached - shorter, index, option, trees: next.trees }
      }
      chosen.set(index, old)
      if (best.trees) break
    }
    if (best.index < 0) return undefined
    chosen.set(best.index, best.option)
    now = read()
  }
  if (!now.trees) return undefined
  const { text, segments, starts } = write()
  const isOpen = holes.some(
    ({ index }) => optionsAt.get(index)![chosen.get(index)!] === '' && mayBringTables(text.slice(0, starts.get(index))),
  )
  return { text, trees: now.trees, segments, isOpen }
}

/** The place in a file of a byte of a statement; undefined where no file holds it. */
export function originOf(statement: Statement, byte: number): (Origin & { readonly offset: number; readonly line: number }) | undefined {
  const at = Buffer.from(statement.text).subarray(0, byte).toString().length
  const segment = statement.segments.find(({ from, text }) => at >= from && at < from + text.length)
  if (!segment || segment.module.path === '') return undefined
  const offset = segment.start + at - segment.from
  return { module: segment.module, start: segment.start, offset, line: segment.module.text.slice(0, offset).split('\n').length }
}
