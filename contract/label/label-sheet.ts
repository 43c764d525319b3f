import type { Words } from '../kit/words.ts'
import type { LabelDesign } from './label-design.ts'

/** A4 in mm. */
export const a4 = { width: 210, height: 297 } as const

export interface Place {
  readonly x: number
  readonly y: number
}

/** The size of the paper in mm. */
export const paperOf = (design: LabelDesign): { width: number; height: number } =>
  design.sheet === 'a4' ? a4 : { width: design.widthMm, height: design.heightMm }

/** The positions of the labels on one page, row by row, in mm. */
export function placesOf(design: LabelDesign): Place[] {
  if (design.sheet === 'single') return [{ x: 0, y: 0 }]
  return Array.from({ length: design.sheetColumns * design.sheetRows }, (_, index) => ({
    x: design.marginLeft + (index % design.sheetColumns) * (design.widthMm + design.gapX),
    y: design.marginTop + Math.floor(index / design.sheetColumns) * (design.heightMm + design.gapY),
  }))
}

/** The labels of each page (each `copies` times in a row) with their positions. The first page begins at position `start`, from 1. */
export function* pagesOf(
  design: LabelDesign,
  count: number,
  options: { readonly copies: number; readonly start: number },
): Generator<{ readonly label: number; readonly at: Place }[]> {
  const places = placesOf(design)
  const total = count * options.copies
  let skip = Math.min(options.start, places.length) - 1
  for (let done = 0; done < total; skip = 0) {
    const free = places.slice(skip, skip + total - done)
    yield free.map((at, index) => ({ label: Math.floor((done + index) / options.copies), at }))
    done += free.length
  }
}

/** The number of pages for this many labels. */
export const pageCount = (design: LabelDesign, labels: number, start: number): number => {
  const places = placesOf(design).length
  return Math.ceil((labels + Math.min(start, places) - 1) / places)
}

// Printers may shift the paper by half a millimetre.
const slack = 0.5

const troubles: Readonly<Record<'wide' | 'high', Words>> = {
  wide: {
    zh: '各列加起来比 A4 纸宽，请减少列数、宽度或间距',
    en: 'The columns are wider than A4 paper. Use fewer columns, a smaller width or a smaller gap',
  },
  high: {
    zh: '各行加起来比 A4 纸高，请减少行数、高度或间距',
    en: 'The rows are taller than A4 paper. Use fewer rows, a smaller height or a smaller gap',
  },
}

/** The reason why the labels do not fit on the paper; undefined if they do. */
export function sheetTrouble(design: LabelDesign): Words | undefined {
  if (design.sheet === 'single') return undefined
  const last = placesOf(design).at(-1)!
  if (last.x + design.widthMm > a4.width + slack) return troubles.wide
  return last.y + design.heightMm > a4.height + slack ? troubles.high : undefined
}
