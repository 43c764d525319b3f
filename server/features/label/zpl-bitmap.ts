/** A picture of one bit a dot: rows of bytes, the first dot in the highest bit, 1 is dark. */
export interface Bitmap {
  readonly width: number
  readonly height: number
  readonly bytes: Uint8Array
}

/** Packs dots of one grey byte each; darker than the middle is dark. */
export function bitmapOf(grey: Uint8Array, width: number, height: number): Bitmap {
  const perRow = Math.ceil(width / 8)
  const bytes = new Uint8Array(perRow * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (grey[y * width + x]! < 128) bytes[y * perRow + (x >> 3)]! |= 0x80 >> (x & 7)
  return { width, height, bytes }
}

/** How ZPL writes a digit that repeats so many times: G to Y for 1 to 19, g to z for 20 to 400 by twenties. */
function repeated(digit: string, count: number): string {
  let text = ''
  let left = count
  for (; left >= 400; left -= 400) text += 'z'
  if (left >= 20) text += String.fromCharCode(0x66 + Math.floor(left / 20))
  if (left % 20 > 0) text += String.fromCharCode(0x46 + (left % 20))
  return text + digit
}

/** One row of hexadecimal digits in ZPL's compression: `,` for light dots to the end, `!` for dark ones. */
function compressed(row: string): string {
  const [, head = '', tail = ''] = /^(.*?)(0+|F+)?$/s.exec(row)!
  const body = head.replace(/(.)\1*/g, (run, digit: string) => (run.length > 2 ? repeated(digit, run.length) : run))
  return body + (tail === '' ? '' : tail.startsWith('0') ? ',' : '!')
}

/** The graphic field of a bitmap at the upper left corner: its rows in compressed hexadecimal, `:` where a row is the same as the one above. */
export function graphicField({ width, height, bytes }: Bitmap): string {
  const perRow = Math.ceil(width / 8)
  const rows: string[] = []
  let above = ''
  for (let y = 0; y < height; y++) {
    const row = Buffer.from(bytes.buffer, bytes.byteOffset + y * perRow, perRow)
      .toString('hex')
      .toUpperCase()
    rows.push(row === above ? ':' : compressed(row))
    above = row
  }
  return `^FO0,0^GFA,${bytes.length},${bytes.length},${perRow},${rows.join('')}^FS`
}

/** One label in ZPL: its size in dots, the picture, and how many times it is printed. */
export const zplLabel = (bitmap: Bitmap, copies: number): string =>
  `^XA^PW${bitmap.width}^LL${bitmap.height}^LH0,0${graphicField(bitmap)}^PQ${copies}^XZ\n`
