import { inflateSync } from 'node:zlib'

/** What a PDF of ours holds: sizes of its pages in mm and the text of each. */
export interface ReadPdf {
  readonly pages: readonly { readonly width: number; readonly height: number; readonly text: string }[]
  /** How many pictures are embedded. */
  readonly images: number
}

const mm = (points: string | undefined): number => Math.round((Number(points) * 254) / 72) / 10

function streamOf(body: string): string {
  const from = body.indexOf('stream\n')
  if (from < 0) return ''
  const bytes = Buffer.from(body.slice(from + 7, body.lastIndexOf('\nendstream')), 'latin1')
  return body.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1')
}

const utf16 = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')

/** Glyphs to text, from the map that a font carries for copying and searching. */
function glyphsOf(map: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
  for (const [, from, , list] of map.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/gi)) {
    let glyph = Number.parseInt(from!, 16)
    for (const [, hex] of list!.matchAll(/<([0-9a-f]*)>/gi)) found.set(glyph++, utf16(hex!))
  }
  return found
}

/** Reads a PDF as a program that searches its text would. Throws on what is no PDF of ours. */
export function readPdf(bytes: Uint8Array): ReadPdf {
  const all = Buffer.from(bytes).toString('latin1')
  if (!all.startsWith('%PDF-') || !all.trimEnd().endsWith('%%EOF')) throw new Error('no PDF')
  const objects = new Map([...all.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map((one) => [one[1]!, one[2]!]))
  const object = (id: string | undefined): string => objects.get(id ?? '') ?? ''
  const fonts = new Map<string, ReadonlyMap<number, string>>()
  const fontOf = (id: string): ReadonlyMap<number, string> => {
    const known = fonts.get(id) ?? glyphsOf(streamOf(object(/\/ToUnicode (\d+) 0 R/.exec(object(id))?.[1])))
    fonts.set(id, known)
    return known
  }
  const kids = /\/Kids \[([^\]]*)\]/.exec([...objects.values()].find((body) => body.includes('/Type /Pages')) ?? '')?.[1] ?? ''
  const pages = [...kids.matchAll(/(\d+) 0 R/g)].map(([, id]) => {
    const page = object(id)
    const box = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(page)
    const resources = object(/\/Resources (\d+) 0 R/.exec(page)?.[1])
    const named = new Map([...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, font]) => [name!, font!]))
    let font: ReadonlyMap<number, string> = new Map()
    const text = [...streamOf(object(/\/Contents (\d+) 0 R/.exec(page)?.[1])).matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)].map(
      ([, name, shown]) => {
        if (name) font = fontOf(named.get(name) ?? '')
        if (shown === undefined) return ''
        const glyphs = [...shown.matchAll(/<([0-9a-f]*)>/gi)].flatMap(([, hex]) => hex!.match(/.{4}/g) ?? [])
        return `${glyphs.map((glyph) => font.get(Number.parseInt(glyph, 16)) ?? '\ufffd').join('')}\n`
      },
    )
    return { width: mm(box?.[1]), height: mm(box?.[2]), text: text.join('') }
  })
  return { pages, images: [...objects.values()].filter((body) => body.includes('/Subtype /Image')).length }
}
