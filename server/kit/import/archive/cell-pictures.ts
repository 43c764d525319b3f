import { mostColumns, mostOf, readPart } from './workbook-parts.ts'
import { eachAttribute, type Hearer } from './xml-reader.ts'
import type { ZipPart } from './zip-parts.ts'

type Parts = ReadonlyMap<string, ZipPart>

/** The pictures that cells of a workbook show, as part paths. */
export interface BookPictures {
  /** By the name in a formula such as `=DISPIMG("ID_1",1)`, in upper case. */
  readonly named: ReadonlyMap<string, string>
  /** By the metadata index of a cell, from 1. */
  readonly rich: ReadonlyMap<number, string>
}

/** Pictures that float over a sheet, by row and then column of their top left corner. */
export type Floating = ReadonlyMap<number, ReadonlyMap<number, string>>

const mostPictures = 5000

const attributesOf = (tag: string): Map<string, string> => {
  const found = new Map<string, string>()
  eachAttribute(tag, (name, value) => found.set(name, value))
  return found
}

/** A path relative to the folder of a part: `../media/image1.png` -> `xl/media/image1.png`. */
function pathFrom(part: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1)
  const path = part.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') path.pop()
    else if (step !== '' && step !== '.') path.push(step)
  }
  return path.join('/')
}

async function hear(parts: Parts, path: string, hearer: Hearer): Promise<void> {
  const part = parts.get(path)
  if (part) await readPart(part, mostOf.styles, hearer)
}

/** The related parts of a part by id; `kinds`: by the last word of the relationship type. */
async function linksOf(parts: Parts, path: string): Promise<{ byId: Map<string, string>; kinds: Map<string, string> }> {
  const [byId, kinds] = [new Map<string, string>(), new Map<string, string>()]
  const at = path.lastIndexOf('/')
  await hear(parts, `${path.slice(0, at)}/_rels/${path.slice(at + 1)}.rels`, {
    open(name, tag) {
      if (name !== 'Relationship' || byId.size === mostPictures) return
      const of = attributesOf(tag)
      const target = pathFrom(path, of.get('Target') ?? '')
      byId.set(of.get('Id') ?? '', target)
      kinds.set((of.get('Type') ?? '').split('/').at(-1)!, target)
    },
  })
  return { byId, kinds }
}

/** Pictures of WPS by name. */
async function namedPictures(parts: Parts): Promise<Map<string, string>> {
  const path = 'xl/cellimages.xml'
  const found = new Map<string, string>()
  if (!parts.has(path)) return found
  const { byId } = await linksOf(parts, path)
  let title = ''
  await hear(parts, path, {
    open(name, tag) {
      if (name === 'cNvPr') title = attributesOf(tag).get('name') ?? ''
      else if (name === 'blip') {
        const target = byId.get(attributesOf(tag).get('embed') ?? '')
        if (title !== '' && target) found.set(title.toUpperCase(), target)
      }
    },
  })
  return found
}

/** Pictures in cells of Excel: cell metadata, rich value, its relationship. */
async function richPictures(parts: Parts): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  const relations = 'xl/richData/richValueRel.xml'
  if (!parts.has(relations)) return found
  const [values, cells, first, rels]: [number[], number[], (number | undefined)[], string[]] = [[], [], [], []]
  let [isCells, isFirst, text] = [false, false, '']
  await hear(parts, 'xl/metadata.xml', {
    open(name, tag) {
      if (name === 'valueMetadata') isCells = true
      else if (name === 'rvb') values.push(Number(attributesOf(tag).get('i')))
      else if (name === 'rc' && isCells) cells.push(Number(attributesOf(tag).get('v')))
    },
    close(name) {
      if (name === 'valueMetadata') isCells = false
    },
  })
  await hear(parts, 'xl/richData/rdrichvalue.xml', {
    open(name) {
      if (name === 'rv') first.push(undefined)
      else if (name === 'v') {
        isFirst = first.length > 0 && first.at(-1) === undefined
        text = ''
      }
    },
    text(piece) {
      if (isFirst) text += piece.slice(0, 20)
    },
    close(name) {
      if (name === 'v' && isFirst) first[first.length - 1] = Number(text)
      if (name === 'v') isFirst = false
    },
  })
  const { byId } = await linksOf(parts, relations)
  await hear(parts, relations, {
    open(name, tag) {
      if (name === 'rel') rels.push(byId.get(attributesOf(tag).get('id') ?? '') ?? '')
    },
  })
  cells.forEach((value, index) => {
    const path = rels[first[values[value] ?? -1] ?? -1]
    if (path) found.set(index + 1, path)
  })
  return found
}

/** The pictures that cells of a workbook show. */
export const picturesOf = async (parts: Parts): Promise<BookPictures> => ({
  named: await namedPictures(parts),
  rich: await richPictures(parts),
})

/** The pictures that float over a sheet; the first one if several start at a cell. */
export async function floatingOf(parts: Parts, sheet: string): Promise<Floating> {
  const found = new Map<number, Map<number, string>>()
  const drawing = (await linksOf(parts, sheet)).kinds.get('drawing')
  if (!drawing || !parts.has(drawing)) return found
  const { byId } = await linksOf(parts, drawing)
  let [isFrom, into, row, column] = [false, '', '', '']
  await hear(parts, drawing, {
    open(name, tag) {
      if (name === 'from') [isFrom, row, column] = [true, '', '']
      else if (isFrom) into = name
      else if (name === 'blip') {
        const path = byId.get(attributesOf(tag).get('embed') ?? '')
        const [number, at] = [Number(row) + 1, Number(column)]
        if (row === '' || column === '' || !path || !(at < mostColumns)) return
        const here = found.get(number) ?? new Map<number, string>()
        found.set(number, here)
        if (!here.has(at)) here.set(at, path)
      }
    },
    text(piece) {
      if (isFrom && into === 'row') row += piece.trim().slice(0, 10)
      else if (isFrom && into === 'col') column += piece.trim().slice(0, 10)
    },
    close(name) {
      if (name === 'from') isFrom = false
      else if (isFrom) into = ''
    },
  })
  return found
}
