import { getDocument, PDFWorker } from 'pdfjs-dist'
import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/display/api'
import type { PlateLine } from '#contract/codes/nameplate/plate-types.ts'

/** What a certificate or invoice says stands on its first pages. */
const MOST_PAGES = 4
/** Longest time for a file; a hostile one would never end. Milliseconds. */
const MOST_MS = 20_000
/** Fewer characters on all pages: the pages are pictures. */
const LEAST_CHARACTERS = 20
/** Longer side of the picture that is made of a page, in pixels. */
const PICTURE_SIDE = 1920
const MOST_PIXELS = 40_000_000

/** Why a PDF was not read. */
export type PdfFault = 'locked' | 'noPdf' | 'tooLong'

export class PdfUnread extends Error {
  override name = 'PdfUnread'
  constructor(readonly fault: PdfFault) {
    super(fault)
  }
}

/** Lines of the text layer, or pictures of the pages where there is none. */
export type PdfContent = { readonly lines: readonly PlateLine[] } | { readonly pictures: readonly Blob[] }

/** Tables by which older Chinese files name their characters, and decoders of scanned pages; each is fetched as it is needed. */
const files: Readonly<Record<string, () => Promise<string>>> = {
  ...import.meta.glob<string>('/node_modules/pdfjs-dist/cmaps/{GB*,UniGB*,Adobe-GB1*}.bcmap', {
    query: '?url&no-inline',
    import: 'default',
  }),
  ...import.meta.glob<string>('/node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm', { query: '?url&no-inline', import: 'default' }),
}
const addressOf = new Map(Object.entries(files).map(([path, address]) => [path.slice(path.lastIndexOf('/') + 1), address]))

async function ownFile({ filename }: { filename: string }): Promise<Uint8Array> {
  const address = await addressOf.get(filename)?.()
  if (!address) throw new Error(`no file ${filename}`)
  return new Uint8Array(await (await fetch(address)).arrayBuffer())
}

/** The library calls it with `new`. */
function ownFiles() {
  return { fetch: ownFile }
}

interface TextItem {
  readonly str: string
  readonly transform: readonly number[]
  readonly width: number
  readonly height: number
}

/** The text of a page in pieces: what stands closer than a letter belongs together. Pages follow each other from top to bottom. */
export function piecesOf(items: readonly TextItem[], pageHeight: number, above: number): PlateLine[] {
  const parts = items
    .filter(({ str }) => str.trim() !== '')
    .map(({ str, transform, width, height }) => {
      const size = height || Math.abs(transform[3] ?? 0) || 1
      return { text: str, x: transform[4] ?? 0, y: above + pageHeight - (transform[5] ?? 0) - size, width, height: size }
    })
    .sort((a, b) => a.y - b.y || a.x - b.x)
  const lines: { text: string; x: number; y: number; width: number; height: number }[] = []
  for (const part of parts) {
    const line = lines.findLast(
      (one) =>
        Math.abs(one.y + one.height / 2 - part.y - part.height / 2) < 0.5 * Math.min(one.height, part.height) &&
        part.x - (one.x + one.width) < 1.2 * part.height &&
        part.x >= one.x,
    )
    if (!line) lines.push({ ...part })
    else {
      const gap = part.x - (line.x + line.width) > 0.25 * part.height ? ' ' : ''
      line.text += gap + part.text
      line.width = part.x + part.width - line.x
    }
  }
  return lines.map(({ text, ...box }) => ({ text, score: 1, box }))
}

async function textOf(pdf: PDFDocumentProxy, pages: number): Promise<PlateLine[]> {
  const lines: PlateLine[] = []
  let above = 0
  for (let at = 1; at <= pages; at++) {
    const page = await pdf.getPage(at)
    const { height } = page.getViewport({ scale: 1 })
    const { items } = await page.getTextContent()
    lines.push(
      ...piecesOf(
        items.filter((one): one is typeof one & TextItem => 'str' in one),
        height,
        above,
      ),
    )
    above += height
    page.cleanup()
  }
  return lines
}

async function picturesOf(pdf: PDFDocumentProxy, pages: number): Promise<Blob[]> {
  const pictures: Blob[] = []
  for (let at = 1; at <= Math.min(pages, 2); at++) {
    const page = await pdf.getPage(at)
    const size = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: PICTURE_SIDE / Math.max(size.width, size.height) })
    const canvas = document.createElement('canvas')
    canvas.width = Math.ceil(viewport.width)
    canvas.height = Math.ceil(viewport.height)
    await page.render({ canvas, viewport }).promise
    const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
    if (picture) pictures.push(picture)
    page.cleanup()
  }
  return pictures
}

/**
 * Reads the first pages of a PDF in a worker of its own, which ends with it: their text, or where they have none their pictures. Scripts of the file are
 * never run. Throws PdfUnread: it is locked, no PDF, or takes too long.
 */
export async function readPdf(file: Blob): Promise<PdfContent> {
  const port = new Worker(new URL('pdfjs-dist/build/pdf.worker.mjs', import.meta.url), { type: 'module' })
  const worker = PDFWorker.create({ port })
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new PdfUnread('tooLong')), MOST_MS)
  })
  const work = async (): Promise<PdfContent> => {
    const task = getDocument({
      data: new Uint8Array(await file.arrayBuffer()),
      worker,
      isEvalSupported: false,
      enableXfa: false,
      maxImageSize: MOST_PIXELS,
      canvasMaxAreaInBytes: 4 * MOST_PIXELS,
      useWorkerFetch: false,
      BinaryDataFactory: ownFiles,
    })
    const pdf = await task.promise.catch((error: unknown) => {
      throw new PdfUnread(error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'noPdf')
    })
    const pages = Math.min(pdf.numPages, MOST_PAGES)
    const lines = await textOf(pdf, pages)
    const characters = lines.reduce((sum, { text }) => sum + text.trim().length, 0)
    return characters >= LEAST_CHARACTERS ? { lines } : { pictures: await picturesOf(pdf, pages) }
  }
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
    worker.destroy()
    port.terminate()
  }
}
