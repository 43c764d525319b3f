import type { ESTree } from 'vite'
import type { Module, Names } from './modules.ts'

/** A piece of a text: written in a file, one that only the running program knows, or one of several. */
export type Part =
  | { readonly kind: 'text'; readonly text: string; readonly module: Module; readonly start: number }
  | { readonly kind: 'hole' }
  | { readonly kind: 'parameter' }
  | { readonly kind: 'choice'; readonly options: readonly (readonly Part[])[] }

/** What an expression is without running the program, as far as it can be told. */
export type Value =
  | { readonly kind: 'parts'; readonly parts: readonly Part[] }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'record'; readonly fields: ReadonlyMap<string, Value> }
  | {
      readonly kind: 'function'
      readonly node: ESTree.Function | ESTree.ArrowFunctionExpression
      readonly names: Names
      readonly module: Module
    }
  /** A value of the contract, which depends on nothing and is loaded. */
  | { readonly kind: 'real'; readonly value: unknown }
  | { readonly kind: 'unknown' }

export const unknown: Value = { kind: 'unknown' }
export const parts = (...list: readonly Part[]): Value => ({ kind: 'parts', parts: list })

/** The parts of a value where a text is expected. */
export function partsOf(value: Value): readonly Part[] {
  if (value.kind === 'parts') return value.parts
  if (value.kind === 'real' && (typeof value.value === 'string' || typeof value.value === 'number')) return plain(String(value.value))
  if (value.kind === 'list') return joined(value.items, ',')
  return [{ kind: 'hole' }]
}

const nowhere: Module = { path: '', text: '', names: new Map(), program: undefined }

/** A text that no file of the server holds: a name of the contract, a number. */
export const plain = (text: string): readonly Part[] => [{ kind: 'text', text, module: nowhere, start: 0 }]

/** `items.join(between)`. */
export const joined = (items: readonly Value[], between: string): readonly Part[] =>
  items.flatMap((item, index) => (index === 0 ? partsOf(item) : [...plain(between), ...partsOf(item)]))

const sizeOf = (value: Value): number => (value.kind === 'list' ? value.items.length : value.kind === 'record' ? value.fields.size : 0)

/** One of several texts; of several lists or records the longest, which has all that may be in them. */
export function choice(...values: readonly Value[]): Value {
  const known = values.filter(({ kind }) => kind !== 'unknown')
  if (known.length === 0) return unknown
  if (known.length === 1 && values.length === 1) return known[0]!
  if (known.every(({ kind }) => kind === 'record' || kind === 'list' || kind === 'function')) {
    return known.reduce((longest, one) => (sizeOf(one) > sizeOf(longest) ? one : longest))
  }
  return parts({ kind: 'choice', options: values.map(partsOf) })
}

/** The text when it has no hole and no choice. */
export function exact(value: Value): string | undefined {
  if (value.kind === 'real' && typeof value.value !== 'object') return String(value.value)
  if (value.kind !== 'parts') return undefined
  let text = ''
  for (const part of value.parts) {
    if (part.kind !== 'text') return undefined
    text += part.text
  }
  return text
}
