import type { Field } from '#contract/kit/fields/field.ts'
import { oneWriting } from '#contract/kit/text/one-writing.ts'
import type { Cell } from './cell.ts'

/** Words for no value; a cell with one of them, in any width and case, is empty. */
export const placeholderWords: ReadonlySet<string> = new Set([
  'n/a',
  'na',
  'n.a.',
  'n.a',
  '#n/a',
  '无',
  '不详',
  '未知',
  '暂无',
  '待查',
  'none',
  'null',
  'nil',
  'tbd',
  '0000-00-00',
  '0000-00-00 00:00:00',
  '0000/00/00',
])

const strokes = /^(?:[-‐‑‒–—―─_]+|\/+|\\+)$/

/** Whether a text consists of dashes or slashes only: `—`, `//`. */
export const isStroke = (text: string): boolean => strokes.test(text)

/** Whether a word is a regular value of the field, such as 无 for no. */
const isOwnWord = (field: Field, word: string): boolean =>
  field.kind === 'flag'
    ? word === '无' || word === 'none'
    : field.kind === 'choice' &&
      Object.entries(field.of).some(([value, { zh, en }]) => [value, zh, en].some((one) => one.toLowerCase() === word))

/** Whether a cell means "no value", so that it counts as empty: `N/A`, `—`, `无`, `0000-00-00`. */
export function isPlaceholder(cell: Cell, field: Field): boolean {
  if (typeof cell !== 'string' || cell.length > 40) return false
  const word = oneWriting(cell).trim().toLowerCase()
  return (placeholderWords.has(word) || strokes.test(word)) && !isOwnWord(field, word)
}
