/** Font weights; `bold` is that of the title. */
export type Weight = 'regular' | 'bold'

// Advance widths of the characters from space to tilde and from no-break space to ÿ in Noto Sans Hans, in thousandths of the font size. The
// PDF uses this font; the page stretches its own font to these widths.
const ascii: Readonly<Record<Weight, readonly number[]>> = {
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
const latin: Readonly<Record<Weight, readonly number[]>> = {
  regular: [
    224, 323, 555, 555, 555, 555, 269, 1000, 606, 832, 385, 479, 555, 555, 473, 606, 370, 1000, 410, 410, 606, 628, 1000, 561, 606, 410,
    407, 479, 872, 903, 889, 474, 607, 607, 607, 607, 607, 607, 918, 638, 588, 588, 588, 588, 293, 293, 293, 293, 712, 722, 742, 742, 742,
    742, 742, 1000, 742, 721, 721, 721, 721, 531, 651, 642, 564, 564, 564, 564, 564, 564, 877, 509, 554, 554, 554, 554, 275, 275, 275, 275,
    608, 611, 606, 606, 606, 606, 606, 1000, 606, 607, 607, 607, 607, 521, 620, 521,
  ],
  bold: [
    227, 370, 589, 589, 589, 589, 296, 1000, 626, 849, 403, 529, 589, 589, 512, 626, 404, 1000, 424, 424, 626, 664, 1000, 592, 626, 424,
    420, 529, 909, 948, 921, 514, 641, 641, 641, 641, 641, 641, 952, 657, 615, 615, 615, 615, 330, 330, 330, 330, 741, 749, 770, 770, 770,
    770, 770, 1000, 770, 748, 748, 748, 748, 581, 689, 700, 591, 591, 591, 591, 591, 591, 891, 527, 581, 581, 581, 581, 304, 304, 304, 304,
    631, 641, 626, 626, 626, 626, 626, 1000, 626, 637, 637, 637, 637, 574, 644, 574,
  ],
}

/** Width of a character in ems. Chinese characters are square; other scripts are treated the same way and rarely overflow. */
export function emOf(letter: string, weight: Weight): number {
  const code = letter.codePointAt(0) ?? 0
  return (ascii[weight][code - 32] ?? latin[weight][code - 160] ?? 1000) / 1000
}

// The characters of the font as runs: distance of each run from the end of the previous one, and number of further characters, in base 36.
const runs =
  'w-2m y-2r d-3 7-1 d-3 o-1 3-1 4-3 3-1 l-5 11 e-1 e-1 t-f s-1 2g g 2u 2-2 e 54-g 2-6 8-g 2-6 1k f-1r 2 54d-1 2p-2h 7d-1 d-6 2-2 2-2' +
  ' 2-2 3-2 9 2-1 2 4-3 6 5-2 8 2g 3 1d-1 y 3 2 4-1 5 4 3 b-1 4-1 4 3 7 6 11-b 5-b l-9 v-1 b-2 5-1 4 2 2 i-3 c b 2-1 2-6 4 2-2 2 5 3-3 3' +
  ' 2-9 6-3 6 6 2 3 4 6 e-2 2-3 3-1 3-1 3-1 3-1 b-5 3-1 a-4 7 5 q r-1 16-2 b 6 h-1 3q-1 d-e 2 c-1 20 1p-97 6-2 3-1 5-1 3-1 5-6 2-5 f-4 9' +
  ' h-3 2-1 3 5-1 7-1 5-3 g h-2 u-f 3-b z t-1 1w h 7 z 2-1 m w-9 y b7-1 3u 1n-1 7e-2 j m8-1 1x-p 2-2g d-5x r-b 5-1r 2-2d 3-2u 6-14 4-1e' +
  ' 2-15 2-16 6-z d-1a 2-66 2-17 2-58o 23-g5s hm8-3 2-1 5-1 c 9 c 2 2-4 2-3 9 4-1 2 4 4-1 b 4-5 7 4 2 6-1 3-2 4-1 5-2 2 5 2 3 m 5 4 4' +
  ' 2-1 2 5-1 a 8-1 5-2 2-2 5 b-1 5 3 5 3-3 2 2-1 1o k-1 4i-4 lo-9 n-y 2-i 2-3 46-59 4-5 3-5 3-5 3-2 4-6 2-6 1bma-a 6-u 2-1n 5-16 2u-2' +
  ' e-16 6-8 8-1 2t2 2 1v 48 xw 26 196 1ca 3d ck 3w8 2f0 1cc-1 az rf 1d7 6q 4i 24 221 1c 1y 10v sg ne h8 dl 7a d1 ej 5h 2hd 1dx 1u sv hc' +
  ' t 97 o9 72 8 2 3 cb 3u 1k6 b5 1gu 5 9 1n5 7y s 7t 6 y 11m at-1 f-1 51 7n 2r c 3 b 3r c 3 26 3q 8 7 3 k-1 14 3c-1 4 1g d 14-1 9-2 2 2' +
  ' 2x-1 n 1s 58 s x j 3 a 4 i 4c en 48 3 q 7 48 9o g 34 1e e8-1 3j x 7f 4 w 3n c s 37 1w 6 3 84 c 3 4r 5t 5 9 8 2-2 2 j 8-1 69 3 34 y' +
  ' 1o 64 5 3 i k 3 j 6d c 33 18 3k 4-1 3 7-1 2 4 2 9 4 c-1 9 5 3 3 4 3 2 4 1h e-1 e 3s 9 46-1 7 2 3-1 7 3l 2 2-1 f-1 8 5-1 13 1v 2 9 3' +
  ' 4 2a c b'

const starts: number[] = []
const ends: number[] = []
for (const run of runs.split(' ')) {
  const [skip = '', more = '0'] = run.split('-')
  starts.push((ends.at(-1) ?? 0) + Number.parseInt(skip, 36))
  ends.push(starts.at(-1)! + Number.parseInt(more, 36))
}

// Variation selectors change the character before them and are invisible themselves.
const isSelector = (code: number): boolean => (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef)

/** Whether the font of the PDF contains a character. */
export function isInFont(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0
  if (isSelector(code)) return true
  const at = ends.findIndex((end) => code <= end)
  return at >= 0 && code >= starts[at]!
}

/** Replaces a character that the font lacks; the traditional mark of Chinese printers. */
export const missingLetter = '〓'

/** A text without characters that the PDF's font lacks. */
export const inFont = (text: string): string => [...text].map((letter) => (isInFont(letter) ? letter : missingLetter)).join('')
