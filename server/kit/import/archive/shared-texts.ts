import { cellTextOf, withPiece } from '../cells/cell.ts'
import { mostOf, readPart } from './workbook-parts.ts'
import { tooLarge, type ZipPart } from './zip-parts.ts'

/** More texts than the cells of 200,000 typical rows. */
const mostTexts = 4_000_000

/** The shared texts of a workbook by index, without phonetic guides. Throws if the part is too large. */
export async function sharedTexts(part: ZipPart): Promise<string[]> {
  const texts: string[] = []
  let text = ''
  let isText = false
  let isPronounced = false
  await readPart(part, mostOf.texts, {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 't') isText = !isPronounced
      else if (name === 'rPh') isPronounced = true
    },
    text(piece) {
      if (isText) text = withPiece(text, piece)
    },
    close(name) {
      if (name === 't') isText = false
      else if (name === 'rPh') isPronounced = false
      else if (name === 'si') {
        if (texts.length === mostTexts) throw tooLarge()
        texts.push(cellTextOf(text))
      }
    },
  })
  return texts
}
