import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import { type Draw, layoutLabel } from '#contract/label-layout.ts'
import { pagesOf, paperOf } from '#contract/label-sheet.ts'
import type { Weight } from '#contract/label-text.ts'
import type { RecordedPrint } from './recorded-print.ts'
import { squaresOf } from './squares.ts'

const points = (mm: number): number => (mm * 72) / 25.4

const { resolve } = createRequire(import.meta.url)
const fontFiles: Readonly<Record<Weight, string>> = { regular: 'NotoSansHans-Regular.otf', bold: 'NotoSansHans-Bold.otf' }
// The package exports no font by itself; they lie in the folder beside its program.
const fontFile = (weight: Weight): string => resolve('@embedpdf/fonts-sc').replace(/dist[\\/][^\\/]+$/, `fonts/${fontFiles[weight]}`)

function draw(doc: PDFKit.PDFDocument, one: Draw, logo: string | undefined): void {
  switch (one.kind) {
    case 'text':
      doc.font(one.weight).fontSize(one.size).text(one.text, points(one.x), points(one.y), { lineBreak: false, baseline: 'alphabetic' })
      break
    case 'squares':
      // In squares instead of points: whole numbers make a small page.
      doc.save().translate(points(one.x), points(one.y)).scale(points(one.side))
      for (const [column, row, length] of one.runs) doc.rect(column, row, length, 1)
      doc.fill('#000').restore()
      break
    case 'image':
      if (logo) doc.image(logo, points(one.x), points(one.y), { width: points(one.width), height: points(one.height) })
  }
}

async function drawAll(doc: PDFKit.PDFDocument, print: RecordedPrint, logo: string | undefined): Promise<void> {
  const { design, contents, hospital } = print
  const paper = paperOf(design)
  const around = { hospital, squaresOf }
  for (const page of pagesOf(design, contents.length, { copies: print.copies, start: print.startAt })) {
    // Whoever asked has gone, or the answer was cut off.
    if (doc.destroyed) return
    doc.addPage({ size: [points(paper.width), points(paper.height)], margin: 0 })
    for (const { label, at } of page) {
      doc.save().translate(points(at.x), points(at.y))
      for (const one of layoutLabel(design, contents[label]!, around).draws) draw(doc, one, logo)
      doc.restore()
    }
    // Other requests have their turn between two pages.
    await breathe()
  }
  doc.end()
}

/** A printing as PDF at its true size; drawn page by page while it is sent. `logo`: a plain PNG. */
export async function labelsPdf(print: RecordedPrint, logo: Buffer | undefined): Promise<Readable> {
  // The library and its fonts are in memory only while labels are printed.
  const { default: Document } = await import('pdfkit')
  const doc = new Document({ autoFirstPage: false, margin: 0, info: { Title: print.templateName, Producer: 'Wardkeeper' } })
  for (const weight of ['regular', 'bold'] as const) doc.registerFont(weight, fontFile(weight))
  // Under one name, so that the picture stands in the file once.
  void drawAll(doc, print, logo && `data:image/png;base64,${logo.toString('base64')}`).catch((error: Error) => doc.destroy(error))
  return doc as unknown as Readable
}
