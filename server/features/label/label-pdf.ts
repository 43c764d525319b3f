import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import Document from 'pdfkit'
import { inFont, type Weight } from '#contract/label/label-font.ts'
import { type Draw, layoutLabel } from '#contract/label/label-layout.ts'
import { pagesOf, paperOf } from '#contract/label/label-sheet.ts'
import { withCodes } from './codes.ts'
import type { RecordedPrint } from './recorded-print.ts'
import { squaresOf } from './squares.ts'

const points = (mm: number): number => (mm * 72) / 25.4

const { resolve } = createRequire(import.meta.url)
const fontFiles: Readonly<Record<Weight, string>> = { regular: 'NotoSansHans-Regular.otf', bold: 'NotoSansHans-Bold.otf' }
/** The file of the font in which labels are written. The package exports no font; the files are in the folder beside its program. */
export const fontFile = (weight: Weight): string => resolve('@embedpdf/fonts-sc').replace(/dist[\\/][^\\/]+$/, `fonts/${fontFiles[weight]}`)

function draw(doc: PDFKit.PDFDocument, one: Draw, logo: string | undefined): void {
  switch (one.kind) {
    case 'text':
      doc
        .font(one.weight)
        .fontSize(one.size)
        .text(inFont(one.text), points(one.x), points(one.y), { lineBreak: false, baseline: 'alphabetic' })
      break
    case 'squares':
      // In squares instead of points: whole numbers make a small page.
      doc.save().translate(points(one.x), points(one.y)).scale(points(one.side))
      for (const [column, row, length] of one.runs) doc.rect(column, row, length, 1)
      doc.fill('#000').restore()
      break
    case 'bars':
      doc.save().translate(points(one.x), points(one.y)).scale(points(one.module), points(one.height))
      for (const [at, width] of one.runs) doc.rect(at, 0, width, 1)
      doc.fill('#000').restore()
      break
    case 'image':
      if (logo) doc.image(logo, points(one.x), points(one.y), { width: points(one.width), height: points(one.height) })
  }
}

/** What a thread is to draw. `logo`: a plain PNG; `dpi`: for a label printer of so many dots in an inch, as ZPL and not as PDF. */
export interface Drawing {
  readonly print: RecordedPrint
  readonly logo: Uint8Array | undefined
  readonly dpi?: number
}

/** What a thread has drawn: a PDF, or ZPL. */
export interface Rendered {
  readonly file: Uint8Array
}

/** A print job as PDF at true size. It blocks the CPU until it is done, so it runs in its own thread. */
export async function labelsPdf({ print, logo }: Drawing): Promise<Uint8Array> {
  const { design, contents, hospital } = print
  const doc = new Document({ autoFirstPage: false, margin: 0, info: { Title: print.templateName, Producer: 'Wardkeeper' } })
  for (const weight of ['regular', 'bold'] as const) doc.registerFont(weight, fontFile(weight))
  // Under one name, so that the picture stands in the file once.
  const picture = logo && `data:image/png;base64,${Buffer.from(logo).toString('base64')}`
  const paper = paperOf(design)
  const around = { hospital, squaresOf }
  for (const page of pagesOf(design, contents.length, { copies: print.copies, start: print.startAt })) {
    doc.addPage({ size: [points(paper.width), points(paper.height)], margin: 0 })
    for (const { label, at } of page) {
      doc.save().translate(points(at.x), points(at.y))
      for (const one of layoutLabel(design, withCodes(contents[label]!), around).draws) draw(doc, one, picture)
      doc.restore()
    }
  }
  doc.end()
  return buffer(doc)
}
