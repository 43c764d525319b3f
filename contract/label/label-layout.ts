import type { Words } from '../kit/words.ts'
import { type BarsDraw, barsAt, footHeight, gapMm, matrixAt, type Run, sideWidth, usualDot } from './label-codes.ts'
import { type LabelContent, shortCodeOf } from './label-content.ts'
import type { LabelDesign } from './label-design.ts'
import { isInFont, type Weight } from './label-font.ts'
import { ellipsis, fitted, pointsToMm, widthOf, wrapped } from './label-text.ts'

/**
 * A drawing instruction, in mm from the top left corner of the label; `y` of a text is its baseline, `size` in points, `width` the width to
 * fill.
 */
export type Draw =
  | {
      readonly kind: 'text'
      readonly x: number
      readonly y: number
      readonly size: number
      readonly weight: Weight
      readonly text: string
      readonly width: number
    }
  | { readonly kind: 'squares'; readonly x: number; readonly y: number; readonly side: number; readonly runs: readonly Run[] }
  | BarsDraw
  | { readonly kind: 'image'; readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** Problems of a label; one with `blocks` prevents printing. */
export const labelTroubles = {
  qrSmall: {
    zh: '二维码太小，扫描不出：边长至少 {mm} 毫米',
    en: 'The QR code is too small to scan. Make it at least {mm} mm',
    blocks: true,
  },
  qrLarge: {
    zh: '二维码放不进标签，请缩小二维码或增大标签',
    en: 'The QR code doesn’t fit on the label. Make the code smaller or the label larger',
    blocks: true,
  },
  barsWide: {
    zh: '“{text}”的条码放不下或含有中文，不会印出：请增大标签',
    en: 'The barcode of “{text}” doesn’t fit or has unsupported characters, so it isn’t printed. Make the label larger',
    blocks: false,
  },
  udiWide: {
    zh: 'UDI 码放不进标签，请缩小 UDI 码、二维码或增大标签',
    en: 'The UDI code doesn’t fit on the label. Make the UDI code or QR code smaller, or the label larger',
    blocks: true,
  },
  partsHigh: {
    zh: '医院名称、标志和条码加起来比标签高，请去掉一些或增大标签',
    en: 'The hospital name, logo and barcode are taller than the label. Remove one or make the label larger',
    blocks: true,
  },
  noCode: {
    zh: '标签上没有码，请选择二维码、条码或 UDI 码',
    en: 'The label has no code. Choose a QR code, a barcode or a UDI code',
    blocks: true,
  },
  codeEmpty: {
    zh: '“{text}”没有条码或 UDI 的内容，标签上不会有码',
    en: '“{text}” has no barcode or UDI content, so its label has no code',
    blocks: false,
  },
  udiSmall: {
    zh: 'UDI 码放不下，不会印出：请增大 UDI 码边长',
    en: 'The UDI code doesn’t fit and isn’t printed. Make it larger',
    blocks: false,
  },
  textNarrow: { zh: '码旁没有写字的地方', en: 'There is no room for text beside the codes', blocks: false },
  linesLost: { zh: '有 {count} 行文字放不下', en: '{count} lines of text do not fit', blocks: false },
  textCut: { zh: '有的文字过长，末尾以“…”代替', en: 'Some text is too long and ends in “…”', blocks: false },
  lettersMissing: {
    zh: 'PDF 的字体中没有“{letters}”，在 PDF 中印为“〓”；浏览器打印不受影响',
    en: 'The PDF font has no “{letters}” and prints “〓” instead. Printing in the browser isn’t affected',
    blocks: false,
  },
} as const satisfies Record<string, Words & { blocks: boolean }>

export interface Trouble {
  readonly name: keyof typeof labelTroubles
  readonly values: Readonly<Record<string, number | string>>
}

/** The message of a problem. */
export function troubleWords({ name, values }: Trouble): { zh: string; en: string } {
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ''))
  return { zh: fill(labelTroubles[name].zh), en: fill(labelTroubles[name].en) }
}

export interface Layout {
  readonly draws: readonly Draw[]
  readonly troubles: readonly Trouble[]
}

/** Facts that all labels of a print run share. */
export interface LabelSurroundings {
  readonly hospital: string
  /** The modules of a QR code without its quiet zone; error correction level M. */
  readonly squaresOf: (text: string) => readonly (readonly boolean[])[]
  /** Size of a printer dot in mm, if known. */
  readonly dot?: number
}

/** Quiet zone of a QR code, in modules. */
const quiet = 4
/** Minimum side of a module in mm that phones can read from a hand's distance. */
const smallestSide = 0.33
const lineEm = 1.3
/** Minimum scale of a long line, and minimum font size in points. */
const smallestShare = 0.7
const smallestSize = 4.5
const gap = 1

/** The text of a label's QR code, given its address. */
export const qrTextOf = (design: LabelDesign, code: string): string => (design.isShort ? shortCodeOf(code) : code)

/** The problem of a design with QR codes of this many modules; undefined if its codes fit and are readable. */
export function designTrouble(design: LabelDesign, squares: number): Trouble | undefined {
  const { qrSize, udiSize = 0 } = design
  const least = Math.ceil((squares + 2 * quiet) * smallestSide * 10) / 10
  if (qrSize > 0 && qrSize < least) return { name: 'qrSmall', values: { mm: least } }
  if (qrSize === 0 && udiSize === 0 && !design.barcode) return { name: 'noCode', values: {} }
  const [width, room] = [design.widthMm - 2 * design.padding, roomOf(design)]
  if (qrSize > width || qrSize > Math.max(0, room)) return { name: 'qrLarge', values: {} }
  if (room < 0) return { name: 'partsHigh', values: {} }
  return udiSize > 0 && qrSize + sideWidth(design) - (qrSize > 0 ? 0 : gapMm) > width ? { name: 'udiWide', values: {} } : undefined
}

/** The height between the top of a label and the barcode at its bottom. */
export const roomOf = (design: LabelDesign): number => design.heightMm - 2 * design.padding - headHeight(design) - footHeight(design)

function headHeight({ withHospital, logo, textSize }: LabelDesign): number {
  const height = Math.max(withHospital ? pointsToMm(textSize * lineEm) : 0, logo?.height ?? 0)
  return height > 0 ? height + 0.6 : 0
}

function runsOf(squares: readonly (readonly boolean[])[]): Run[] {
  return squares.flatMap((line, row) => {
    const runs: Run[] = []
    for (let from = 0; from < line.length; from++) {
      if (!line[from]) continue
      let to = from
      while (line[to]) to++
      runs.push([from, row, to - from])
      from = to
    }
    return runs
  })
}

interface Written {
  readonly text: string
  readonly size: number
  readonly weight: Weight
}

/** Lines in one font size: slightly smaller if a line is slightly too long; much longer lines end in an ellipsis. */
function evenLines(texts: readonly string[], width: number, size: number): Written[] {
  const shares = texts.map((text) => width / widthOf(text, size))
  const share = Math.min(1, ...shares.filter((one) => one >= smallestShare))
  return texts.map((text, index) => {
    const scaled = size * (shares[index]! < smallestShare ? smallestShare : share)
    const written = Math.max(Math.min(size, smallestSize), Math.floor(scaled * 20) / 20)
    return { text: fitted(text, width, written), size: written, weight: 'regular' }
  })
}

const heightOf = (lines: readonly Written[]): number => lines.reduce((sum, { size }) => sum + pointsToMm(size * lineEm), 0)
const isCut = (text: string): boolean => text.endsWith(ellipsis)

/** A title in its lines: smaller if it is slightly too long for them. */
function titleOf(text: string, width: number, { titleSize, titleLines }: LabelDesign): Written[] {
  const least = Math.max(Math.min(titleSize, smallestSize), titleSize * smallestShare)
  for (let size = titleSize; ; size = Math.max(least, size - 0.5)) {
    const lines = wrapped(text, width, size, titleLines, 'bold')
    if (size <= least || !isCut(lines.at(-1) ?? '')) return lines.map((line) => ({ text: line, size, weight: 'bold' }))
  }
}

/** The lines below a title: a line that is much too long takes two lines if the box has room for one more. */
function restOf(texts: readonly string[], width: number, size: number, room: number): Written[] {
  const lines = evenLines(texts, width, size)
  let left = room - heightOf(lines) + 0.01
  return lines.flatMap((line, index) => {
    const more = heightOf([line])
    if (!isCut(line.text) || more > left) return [line]
    left -= more
    return wrapped(texts[index]!, width, line.size, 2).map((text): Written => ({ ...line, text }))
  })
}

/** The lines of text that fit into a box, and the number of those that do not. */
function linesOf(design: LabelDesign, content: LabelContent, width: number, height: number): { lines: Written[]; lost: number } {
  const title = titleOf(content.title, width, design)
  const said = content.lines.map(({ caption, value }) => (design.withCaptions ? caption + value : value))
  const rest = restOf(said, width, design.textSize, height - heightOf(title))
  const lines: Written[] = []
  let used = 0
  for (const line of [...title, ...rest]) {
    used += pointsToMm(line.size * lineEm)
    if (used > height + 0.01) break
    lines.push(line)
  }
  return { lines, lost: title.length + rest.length - lines.length }
}

function writtenAt(lines: readonly Written[], x: number, top: number): Draw[] {
  let y = top
  return lines.map(({ text, size, weight }) => {
    const draw = { kind: 'text', x, y: y + pointsToMm(size), size, weight, text, width: widthOf(text, size, weight) } as const
    y += pointsToMm(size * lineEm)
    return draw
  })
}

/** Lays out one label, for page and paper alike. Pure: the same input gives the same drawing. */
export function layoutLabel(design: LabelDesign, content: LabelContent, around: LabelSurroundings): Layout {
  const { padding, logo, qrSize, textSize } = design
  const width = design.widthMm - 2 * padding
  const draws: Draw[] = []
  const troubles: Trouble[] = []
  const head = headHeight(design)
  let headX = padding
  if (logo) {
    const scale = Math.min(1, width / 2 / (logo.height * logo.ratio))
    const [wide, high] = [logo.height * logo.ratio * scale, logo.height * scale]
    draws.push({ kind: 'image', x: padding, y: padding + (head - 0.6 - high) / 2, width: wide, height: high })
    headX += wide + gap
  }
  if (design.withHospital) {
    const text = fitted(around.hospital, padding + width - headX, textSize, 'bold')
    const top = padding + (head - 0.6 - pointsToMm(textSize * lineEm)) / 2
    draws.push(...writtenAt([{ text, size: textSize, weight: 'bold' }], headX, top))
  }
  const squares = around.squaresOf(qrTextOf(design, content.code))
  const trouble = designTrouble(design, squares.length)
  if (trouble) troubles.push(trouble)
  else if (qrSize === 0 && !content.udi && !content.barcode) troubles.push({ name: 'codeEmpty', values: { text: content.title } })
  const side = qrSize / (squares.length + 2 * quiet)
  const top = padding + head
  const room = roomOf(design)
  const dot = around.dot ?? usualDot
  const isLeft = design.qrPlace === 'left'
  const qrX = isLeft ? padding : padding + width - qrSize
  if (qrSize > 0)
    draws.push({ kind: 'squares', x: qrX + quiet * side, y: top + (room - qrSize) / 2 + quiet * side, side, runs: runsOf(squares) })
  const beside = qrSize > 0 ? qrSize + gap : 0
  const textWidth = width - beside - sideWidth(design)
  if (textWidth < pointsToMm(textSize) * 2) troubles.push({ name: 'textNarrow', values: {} })
  else {
    const { lines, lost } = linesOf(design, content, textWidth, room)
    if (lost > 0) troubles.push({ name: 'linesLost', values: { count: lost } })
    const textX = isLeft ? padding + beside : padding + sideWidth(design)
    draws.push(...writtenAt(lines, textX, top + (room - heightOf(lines)) / 2))
  }
  if (design.udiSize && content.codes?.matrix) {
    const x = isLeft ? padding + width - design.udiSize : padding
    const drawn = matrixAt(content.codes.matrix, { x, y: top, width: design.udiSize, height: room }, dot)
    if (drawn) draws.push(drawn)
    else troubles.push({ name: 'udiSmall', values: {} })
  }
  if (design.barcode && content.barcode) {
    const place = { x: padding, y: top + room + 0.8, width, height: design.barcodeHeight ?? 8 }
    const drawn = content.codes?.bars && barsAt(content.codes.bars, place, dot)
    if (drawn) {
      const wide = Math.min(width, widthOf(content.barcode, drawn.text.size))
      const text = fitted(content.barcode, width, drawn.text.size)
      draws.push(drawn.draw, { kind: 'text', x: padding + (width - wide) / 2, ...drawn.text, weight: 'regular', text, width: wide })
    } else troubles.push({ name: 'barsWide', values: { text: content.barcode } })
  }
  const texts = draws.flatMap((draw) => (draw.kind === 'text' ? [draw.text] : []))
  if (texts.some(isCut)) troubles.push({ name: 'textCut', values: {} })
  const missing = [...new Set(texts.join(''))].filter((letter) => !isInFont(letter))
  if (missing.length > 0) troubles.push({ name: 'lettersMissing', values: { letters: missing.join('') } })
  return { draws: draws.filter((draw) => draw.kind !== 'text' || draw.text !== ''), troubles }
}
