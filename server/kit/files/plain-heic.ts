/** A box of the container (ISO/IEC 14496-12, 4.2): its name and the range of its content. */
interface Box {
  readonly name: string
  readonly begin: number
  readonly from: number
  readonly to: number
}

/** The consecutive boxes within a range; a box that is longer than the range ends with it. */
function boxesOf(bytes: Buffer, from: number, to: number): Box[] {
  const found: Box[] = []
  for (let at = from; at + 8 <= to; ) {
    const short = bytes.readUInt32BE(at)
    const isLong = short === 1 && at + 16 <= to
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short
    const head = isLong ? 16 : 8
    if (size < head) break
    const end = Math.min(to, at + size)
    found.push({ name: bytes.toString('latin1', at + 4, at + 8), begin: at, from: at + head, to: end })
    at = end
  }
  return found
}

/** Reads consecutive integers; 0 beyond the end. */
function reader(bytes: Buffer, { from, to }: Pick<Box, 'from' | 'to'>) {
  let at = from
  return {
    next(size: number): number {
      const value = size > 0 && at + size <= to ? bytes.subarray(at, at + size).reduce((sum, byte) => sum * 256 + byte, 0) : 0
      at += size
      return value
    },
    word(): string {
      at += 4
      return at <= to ? bytes.toString('latin1', at - 4, at) : ''
    },
    isOver: () => at >= to,
  }
}

/** Item types with metadata: Exif, XMP, links. */
const describing = new Set(['Exif', 'mime', 'uri '])

/** The ids of the items with metadata (14496-12, 8.11.6). */
function describingItems(bytes: Buffer, items: Box): ReadonlySet<number> {
  const head = bytes[items.from] === 0 ? 6 : 8
  const found = new Set<number>()
  for (const one of boxesOf(bytes, items.from + head, items.to)) {
    const entry = reader(bytes, one)
    const version = entry.next(1)
    entry.next(3)
    const id = entry.next(version < 3 ? 2 : 4)
    entry.next(2)
    if (version >= 2 && describing.has(entry.word())) found.add(id)
  }
  return found
}

/** Overwrites the contents of items (14496-12, 8.11.3) with zeros; their offsets count from the start of the file or of `idat`. */
function blankItems(bytes: Buffer, places: Box, ids: ReadonlySet<number>, idat: Box | undefined): void {
  const list = reader(bytes, places)
  const version = list.next(1)
  list.next(3)
  const [sizes, more] = [list.next(1), list.next(1)]
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, more >> 4]
  const indexSize = version > 0 ? more & 15 : 0
  for (let left = list.next(version < 2 ? 2 : 4); left > 0 && !list.isOver(); left--) {
    const id = list.next(version < 2 ? 2 : 4)
    const isInside = version > 0 && (list.next(2) & 15) === 1
    list.next(2)
    const base = list.next(baseSize)
    for (let extents = list.next(2); extents > 0 && !list.isOver(); extents--) {
      list.next(indexSize)
      const [offset, length] = [list.next(offsetSize), list.next(lengthSize)]
      if (!ids.has(id) || (isInside && !idat)) continue
      const from = base + offset + (isInside ? idat!.from : 0)
      bytes.fill(0, Math.min(from, bytes.length), Math.min(from + length, bytes.length))
    }
  }
}

/** Turns a box into one of free space. */
function free(bytes: Buffer, { begin, from, to }: Box): void {
  bytes.write('free', begin + 4, 'latin1')
  bytes.fill(0, from, to)
}

/**
 * A HEIC file with its metadata overwritten by zeros, of the same length, so that all offsets stay valid. For files that are downloaded as
 * they are because no copy can be computed.
 */
export function withoutHeicMetadata(given: Buffer): Buffer {
  const bytes = Buffer.from(given)
  for (const box of boxesOf(bytes, 0, bytes.length)) {
    if (box.name === 'uuid') free(bytes, box)
    else if (box.name === 'moov') {
      for (const one of boxesOf(bytes, box.from, box.to)) if (['udta', 'meta', 'uuid'].includes(one.name)) free(bytes, one)
    } else if (box.name === 'meta') {
      const inside = new Map(boxesOf(bytes, box.from + 4, box.to).map((one) => [one.name, one]))
      const [items, places] = [inside.get('iinf'), inside.get('iloc')]
      if (items && places) blankItems(bytes, places, describingItems(bytes, items), inside.get('idat'))
    }
  }
  return bytes
}
