import type { LabelKind } from './entities/label/label-lines.ts'
import { designOf, type LabelDesign, type TemplateValues } from './label-design.ts'
import { roomOf } from './label-layout.ts'
import { a4, placesOf } from './label-sheet.ts'

/** What printers leave blank along each edge of a sheet, in mm. */
export const printerMargin = 5

/** The distance from the labels of a sheet to the nearest edge of the paper, in mm. */
function edgeOf(design: LabelDesign): number {
  const last = placesOf(design).at(-1)!
  return Math.min(design.marginLeft, design.marginTop, a4.width - last.x - design.widthMm, a4.height - last.y - design.heightMm)
}

/**
 * The design of a template, a draft or a preset as it is printed: labels of sheets that reach into the margin of the printer hold their
 * contents further inside, all in the same way, with a QR code that is no larger than the room left. The labels stay where the sheet is cut.
 */
export function printedDesign(values: TemplateValues, kind: LabelKind): LabelDesign {
  const design = designOf(values, kind)
  const padding = printerMargin - edgeOf(design)
  if (design.sheet === 'single' || padding <= design.padding) return design
  const inside = { ...design, padding }
  const room = Math.floor(10 * Math.min(inside.widthMm - 2 * padding, roomOf(inside))) / 10
  return { ...inside, qrSize: Math.min(design.qrSize, Math.max(0.1, room)) }
}
