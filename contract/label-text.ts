/** Letters by the thousandth of their size; `bold` is the title's weight. */
export type Weight = 'regular' | 'bold'

// Advance widths of the letters from space to tilde in Noto Sans Hans; the PDF is set in it and the page stretches its own font to them.
const latin: Readonly<Record<Weight, readonly number[]>> = {
  regular: [
    224, 323, 475, 555, 555, 921, 680, 278, 338, 338, 467, 555, 278, 347, 278, 392, 555, 555, 555, 555, 555, 555, 555, 555, 555, 555, 278,
    278, 555, 555, 555, 474, 946, 607, 657, 638, 687, 588, 552, 689, 728, 293, 536, 646, 542, 812, 722, 742, 632, 742, 635, 597, 599, 721,
    575, 878, 573, 531, 603, 338, 392, 338, 555, 559, 606, 564, 618, 509, 620, 554, 325, 563, 607, 275, 275, 552, 285, 926, 611, 606, 620,
    620, 388, 468, 377, 607, 521, 802, 498, 521, 474, 338, 269, 338, 555,
  ],
  bold: [
    227, 370, 575, 589, 589, 962, 739, 325, 378, 378, 506, 589, 325, 370, 325, 388, 589, 589, 589, 589, 589, 589, 589, 589, 589, 589, 325,
    325, 589, 589, 589, 514, 1007, 641, 681, 657, 714, 615, 585, 717, 757, 330, 568, 686, 577, 854, 749, 770, 667, 770, 682, 624, 625, 748,
    618, 915, 627, 581, 613, 378, 388, 378, 589, 567, 626, 591, 644, 527, 644, 581, 372, 597, 640, 304, 305, 605, 315, 964, 641, 626, 644,
    644, 436, 495, 420, 637, 576, 863, 562, 574, 511, 378, 296, 378, 589,
  ],
}

const mmPerPoint = 25.4 / 72
const ellipsis = '…'
// Sums of widths are not exact.
const slack = 1e-7

/** Points as millimetres. */
export const pointsToMm = (points: number): number => points * mmPerPoint

// Other alphabets are reckoned a little wide, so that they never run over.
const emOf = (letter: string, weight: Weight): number => {
  const code = letter.codePointAt(0) ?? 0
  return (latin[weight][code - 32] ?? (code < 0x2000 ? 680 : 1000)) / 1000
}

/** Width of a text in mm at a size in points. Chinese letters are as wide as they are high. */
export function widthOf(text: string, size: number, weight: Weight = 'regular'): number {
  let em = 0
  for (const letter of text) em += emOf(letter, weight)
  return pointsToMm(em * size)
}

/** The text, or as much of it as fits into `width` mm with an ellipsis; empty when not even that fits. */
export function fitted(text: string, width: number, size: number, weight: Weight = 'regular'): string {
  if (widthOf(text, size, weight) <= width + slack) return text
  let left = width - widthOf(ellipsis, size, weight)
  if (left < -slack) return ''
  let kept = ''
  for (const letter of text) {
    left -= widthOf(letter, size, weight)
    if (left < -slack) break
    kept += letter
  }
  return `${kept.trimEnd()}${ellipsis}`
}

/** Latin words stay whole; Chinese may be broken after any letter. */
const pieces = (text: string): string[] => text.match(/[!-~\u00a1-\u1fff]+ ?|./gsu) ?? []

/** A text in at most `most` lines of `width` mm; what is left over ends in an ellipsis. */
export function wrapped(text: string, width: number, size: number, most: number, weight: Weight = 'regular'): string[] {
  const lines: string[] = []
  let line = ''
  const fits = (more: string): boolean => widthOf((line + more).trimEnd(), size, weight) <= width + slack
  const queue = pieces(text.replace(/\s+/g, ' ').trim())
  while (queue.length > 0) {
    const piece = queue.shift()!
    if (fits(piece)) line += piece
    else if (line.trim() === '' && [...piece].length > 1) queue.unshift(...piece)
    else {
      if (line.trim() === '') return lines
      if (lines.length === most - 1) return [...lines, fitted(line + piece + queue.join(''), width, size, weight)].filter(Boolean)
      lines.push(line.trimEnd())
      line = ''
      queue.unshift(piece.trimStart() || '')
    }
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()]
}
