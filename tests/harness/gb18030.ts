import { Buffer } from 'node:buffer'

/** GB18030 of a text, letter by letter from the decoder's own table. */
export const gb18030 = (of: string): Buffer => {
  const table = new Map<string, number[]>()
  for (let high = 0x81; high < 0xff; high++)
    for (let low = 0x40; low < 0xff; low++) {
      const letter = new TextDecoder('gb18030').decode(Uint8Array.of(high, low))
      if (letter.length === 1 && letter !== '\ufffd') table.set(letter, [high, low])
    }
  return Buffer.from([...of].flatMap((letter) => (letter < '\u0080' ? letter.charCodeAt(0) : (table.get(letter) ?? []))))
}
