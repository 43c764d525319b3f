import type { LabelKind } from '../entities/label/label-lines.ts'
import { designOf, type LabelDesign, type TemplateValues } from './label-design.ts'
import { roomOf } from './label-layout.ts'
import { a4, placesOf } from './label-sheet.ts'

/** The margin that printers cannot print, along each edge of a sheet, in mm. */
export const printerMargin = 5

/** The distance between the labels of a sheet and the nearest edge of the paper, in mm. */
function edgeOf(design: LabelDesign): number {
  const last = placesOf(design).at(-1)!
  return Math.min(design.marginLeft, design.marginTop, a4.width - last.x - design.widthMm, a4.height - last.y - design.heightMm)
}

/**
 * The design of a template, draft or preset as printed: if the labels of a sheet reach into the printer's margin, all labels are inset
 * equally, with a QR code that fits into the remaining room. The positions of the labels do not change.
 */
export function printedDesign(values: TemplateValues, kind: LabelKind): LabelDesign {
  const design = designOf(values, kind)
  const padding = printerMargin - edgeOf(design)
  if (design.sheet === 'single' || padding <= design.padding) return design
  const inside = { ...design, padding }
  const room = Math.floor(10 * Math.min(inside.widthMm - 2 * padding, roomOf(inside))) / 10
  return { ...inside, qrSize: Math.min(design.qrSize, Math.max(0.1, room)) }
}
