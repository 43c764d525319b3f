import type { LabelDesign } from './label-design.ts'
import { pointsToMm } from './label-text.ts'

/** Dark squares beside each other: column, row and length, in squares. */
export type Run = readonly [column: number, row: number, length: number]

/** The codes of a label beside its QR code, in modules: widths of bars and spaces in turn, and the dark squares of each row as `0` and `1`. */
export interface LabelCodes {
  readonly bars?: readonly number[]
  readonly matrix?: readonly string[]
}

/** Dots of the printer that edges of codes lie on where the printer is not known: laser printers have a multiple of 300 in an inch. */
export const usualDot = 25.4 / 300

/** Narrowest and widest bar in mm, and the smallest square of a DataMatrix. */
const [narrowest, widest, smallestSquare, largestSquare] = [0.165, 0.51, 0.25, 0.6]
/** Light modules beside a Code 128, and around a DataMatrix. */
const [barQuiet, matrixQuiet] = [10, 1]
/** Size of the text below a Code 128 in points, with its line. */
const [barText, barLine] = [6.5, 1.25]
/** Between a code and what stands beside it. */
export const apart = 0.8

/** The height in mm that a Code 128 with its text takes at the foot of a label. */
export const footHeight = ({ barcode, barcodeHeight = 8 }: LabelDesign): number =>
  barcode ? barcodeHeight + pointsToMm(barText * barLine) + apart : 0

/** The width in mm that a DataMatrix takes beside the text. */
export const sideWidth = ({ udiSize }: LabelDesign): number => (udiSize ? udiSize + apart : 0)

/** A module in whole dots of the printer that fills `room` with so many modules; undefined where it could not be read. */
function moduleOf(room: number, modules: number, dot: number, least: number, most: number): number | undefined {
  const dots = Math.floor(Math.min(room / modules, most) / dot + 1e-9)
  const module = dots * dot
  return dots > 0 && module >= least - 1e-9 ? module : undefined
}

/** Bars from the left edge of the first: offset and width in modules. */
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

/** A Code 128 in the middle of `width` mm with the baseline of its text; undefined where it does not fit. */
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

/** A DataMatrix in the middle of a place; undefined where its squares would be too small to be read. */
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
