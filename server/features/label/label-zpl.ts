import { readFile } from 'node:fs/promises'
import { create, type Font } from 'fontkit'
import sharp from 'sharp'
import { inFont, type Weight } from '#contract/label/label-font.ts'
import { type Draw, layoutLabel } from '#contract/label/label-layout.ts'
import { withCodes } from './codes.ts'
import { type Drawing, fontFile } from './label-pdf.ts'
import { squaresOf } from './squares.ts'
import { bitmapOf, zplLabel } from './zpl-bitmap.ts'

const mmOfPoints = 25.4 / 72
type Fonts = Readonly<Record<Weight, Font>>

async function fontsOf(): Promise<Fonts> {
  const open = async (weight: Weight): Promise<Font> => create(await readFile(fontFile(weight))) as Font
  return { regular: await open('regular'), bold: await open('bold') }
}

/** The outlines of a text, as printers of labels have no Chinese letters of their own. */
function outlines(fonts: Fonts, { text, weight, size, x, y }: Extract<Draw, { kind: 'text' }>): string {
  const font = fonts[weight]
  const scale = (size * mmOfPoints) / font.unitsPerEm
  const { glyphs, positions } = font.layout(inFont(text))
  let at = 0
  const paths = glyphs.map((glyph, index) => {
    const path = `<path transform="translate(${at} 0)" d="${glyph.path.toSVG()}"/>`
    at += positions[index]!.xAdvance
    return path
  })
  return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`
}

/** Squares of whole dots in the middle of their place, so that no edge of a code falls between two dots. */
function squares({ x, y, side, runs }: Extract<Draw, { kind: 'squares' }>, dots: number): string {
  const whole = Math.max(1, Math.floor(side * dots + 1e-6))
  const across = Math.max(...runs.map(([column, , length]) => column + length))
  const spare = ((side * dots - whole) * across) / 2
  const [left, top] = [Math.round(x * dots + spare), Math.round(y * dots + spare)]
  const rects = runs.map(
    ([column, row, length]) => `<rect x="${left + column * whole}" y="${top + row * whole}" width="${length * whole}" height="${whole}"/>`,
  )
  return `<g shape-rendering="crispEdges" transform="scale(${1 / dots})">${rects.join('')}</g>`
}

/** Bars of whole dots. */
function bars({ x, y, module, height, runs }: Extract<Draw, { kind: 'bars' }>, dots: number): string {
  const [left, top, whole, high] = [x, y, module, height].map((mm) => Math.round(mm * dots)) as [number, number, number, number]
  const rects = runs.map(([at, width]) => `<rect x="${left + at * whole}" y="${top}" width="${width * whole}" height="${high}"/>`)
  return `<g shape-rendering="crispEdges" transform="scale(${1 / dots})">${rects.join('')}</g>`
}

/** Labels for a printer that speaks ZPL: each is one picture, Chinese and codes included. `dpi`: dots of the printer in an inch. */
export async function labelsZpl({ print, logo }: Drawing, dpi: number): Promise<Uint8Array> {
  const { design, contents, hospital, copies } = print
  const fonts = await fontsOf()
  const dots = dpi / 25.4
  const [width, height] = [Math.round(design.widthMm * dots), Math.round(design.heightMm * dots)]
  const picture = logo && `data:image/png;base64,${Buffer.from(logo).toString('base64')}`
  const drawn = (one: Draw): string => {
    if (one.kind === 'text') return outlines(fonts, one)
    if (one.kind === 'squares') return squares(one, dots)
    if (one.kind === 'bars') return bars(one, dots)
    return picture ? `<image x="${one.x}" y="${one.y}" width="${one.width}" height="${one.height}" href="${picture}"/>` : ''
  }
  const labels: string[] = []
  for (const content of contents) {
    const { draws } = layoutLabel(design, withCodes(content), { hospital, squaresOf, dot: 1 / dots })
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width / dots} ${height / dots}">${draws.map(drawn).join('')}</svg>`
    const grey = await sharp(Buffer.from(svg)).flatten({ background: '#fff' }).greyscale().raw().toBuffer()
    labels.push(zplLabel(bitmapOf(grey, width, height), copies))
  }
  return Buffer.from(labels.join(''))
}
