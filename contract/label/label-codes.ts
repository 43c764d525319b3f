import type { LabelDesign } from './label-design.ts'
import { pointsToMm } from './label-text.ts'

/** Adjacent dark squares: column, row and length, in squares. */
export type Run = readonly [column: number, row: number, length: number]

/**
 * The codes of a label besides its QR code, in modules: alternating widths of bars and spaces, and the dark squares of each row as `0` and
 * `1`.
 */
export interface LabelCodes {
  readonly bars?: readonly number[]
  readonly matrix?: readonly string[]
}

/** Size of a printer dot in mm if the printer is unknown: the resolution of laser printers is a multiple of 300 dpi. */
export const usualDot = 25.4 / 300

/** Minimum and maximum bar width in mm, and minimum and maximum size of a DataMatrix square. */
const [narrowest, widest, smallestSquare, largestSquare] = [0.165, 0.51, 0.25, 0.6]
/** Quiet zone in modules: beside a Code 128, and around a DataMatrix. */
const [barQuiet, matrixQuiet] = [10, 1]
/** Font size of the text below a Code 128 in points, and its line height. */
const [barText, barLine] = [6.5, 1.25]
/** Distance in mm between a code and its neighbours. */
export const gapMm = 0.8

/** The height in mm of a Code 128 with its text at the bottom of a label. */
export const footHeight = ({ barcode, barcodeHeight = 8 }: LabelDesign): number =>
  barcode ? barcodeHeight + pointsToMm(barText * barLine) + gapMm : 0

/** The width in mm of a DataMatrix beside the text. */
export const sideWidth = ({ udiSize }: LabelDesign): number => (udiSize ? udiSize + gapMm : 0)

/** The size of a module in whole printer dots, so that `modules` of them fill `room`; undefined if it would be unreadable. */
function moduleOf(room: number, modules: number, dot: number, least: number, most: number): number | undefined {
  const dots = Math.floor(Math.min(room / modules, most) / dot + 1e-9)
  const module = dots * dot
  return dots > 0 && module >= least - 1e-9 ? module : undefined
}

/** Bars as offset and width in modules, from the left edge of the first. */
function runsOfBars(bars: readonly number[]): [number, number][] {
  let at = 0
  return bars.flatMap((width, index): [number, number][] => {
    at += width
    return index % 2 === 0 ? [[at - width, width]] : []
  })
}

export interface BarsDraw {
  readonly kind: 'bars'
  readonly x: number
  readonly y: number
  readonly module: number
  readonly height: number
  readonly runs: readonly (readonly [at: number, width: number])[]
}

/** A Code 128 centred in `width` mm, with the baseline of its text; undefined if it does not fit. */
export function barsAt(
  bars: readonly number[],
  { x, y, width, height }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  dot: number,
): { readonly draw: BarsDraw; readonly text: { readonly y: number; readonly size: number } } | undefined {
  const modules = bars.reduce((sum, one) => sum + one, 0)
  const module = moduleOf(width, modules + 2 * barQuiet, dot, narrowest, widest)
  if (module === undefined) return undefined
  const left = x + (width - modules * module) / 2
  return {
    draw: { kind: 'bars', x: Math.round(left / dot) * dot, y, module, height, runs: runsOfBars(bars) },
    text: { y: y + height + pointsToMm(barText), size: barText },
  }
}

/** A centred DataMatrix; undefined if its squares would be unreadable. */
export function matrixAt(
  matrix: readonly string[],
  { x, y, width, height }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  dot: number,
): { readonly kind: 'squares'; readonly x: number; readonly y: number; readonly side: number; readonly runs: readonly Run[] } | undefined {
  const [rows, columns] = [matrix.length, matrix[0]?.length ?? 0]
  const room = Math.min(width / (columns + 2 * matrixQuiet), height / (rows + 2 * matrixQuiet))
  const side = moduleOf(room, 1, dot, smallestSquare, largestSquare)
  if (side === undefined) return undefined
  const runs = matrix.flatMap((line, row) => [...line.matchAll(/1+/g)].map(({ 0: run, index }): Run => [index, row, run.length]))
  const at = (start: number, length: number, count: number): number => Math.round((start + (length - count * side) / 2) / dot) * dot
  return { kind: 'squares', x: at(x, width, columns), y: at(y, height, rows), side, runs }
}
