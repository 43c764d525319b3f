import { emOf, type Weight } from './label-font.ts'

const mmPerPoint = 25.4 / 72
/** Marks a truncated line. */
export const ellipsis = '…'
// Tolerance, because sums of widths are inexact.
const slack = 1e-7

/** Points as millimetres. */
export const pointsToMm = (points: number): number => points * mmPerPoint

/** Width of a text in mm at a font size in points. Chinese characters are square. */
export function widthOf(text: string, size: number, weight: Weight = 'regular'): number {
  let em = 0
  for (const letter of text) em += emOf(letter, weight)
  return pointsToMm(em * size)
}

/** The text, truncated with an ellipsis to fit into `width` mm; empty if not even the ellipsis fits. */
export function fitted(text: string, width: number, size: number, weight: Weight = 'regular'): string {
  if (widthOf(text, size, weight) <= width + slack) return text
  let left = width - widthOf(ellipsis, size, weight)
  if (left < -slack) return ''
  let kept = ''
  for (const letter of text) {
    left -= widthOf(letter, size, weight)
    if (left < -slack) break
    kept += letter
  }
  return `${kept.trimEnd()}${ellipsis}`
}

/** Break opportunities: Latin words stay whole; Chinese may break after any character. */
const pieces = (text: string): string[] => text.match(/[!-~\u00a1-\u1fff]+ ?|./gsu) ?? []

/** Wraps a text into at most `most` lines of `width` mm; the last one is truncated with an ellipsis. */
export function wrapped(text: string, width: number, size: number, most: number, weight: Weight = 'regular'): string[] {
  const lines: string[] = []
  let line = ''
  const fits = (more: string): boolean => widthOf((line + more).trimEnd(), size, weight) <= width + slack
  const queue = pieces(text.replace(/\s+/g, ' ').trim())
  while (queue.length > 0) {
    const piece = queue.shift()!
    if (fits(piece)) line += piece
    // A word longer than a line is broken.
    else if ([...piece].length > 1 && widthOf(piece.trimEnd(), size, weight) > width + slack) queue.unshift(...piece)
    else {
      if (line.trim() === '') return lines
      if (lines.length === most - 1) return [...lines, fitted(line + piece + queue.join(''), width, size, weight)].filter(Boolean)
      lines.push(line.trimEnd())
      line = ''
      queue.unshift(piece.trimStart() || '')
    }
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()]
}
