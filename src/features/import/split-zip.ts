/** A ZIP archive cannot be read: it is damaged, or of the format for more than 4 GB. */
export class UnreadableZip extends Error {}

interface Entry {
  /** Its line in the list of the archive. */
  readonly line: Uint8Array<ArrayBuffer>
  readonly local: number
  readonly packed: number
  readonly isTable: boolean
}

const [endMark, entryMark, endBytes, lineBytes, headBytes] = [0x06054b50, 0x02014b50, 22, 46, 30]
/** The end of an archive with the longest note behind it. */
const mostEnd = 65_557

const bytesOf = async (file: Blob, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await file.slice(from, to).arrayBuffer())
const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

async function entriesOf(file: Blob): Promise<Entry[]> {
  const tail = await bytesOf(file, Math.max(0, file.size - mostEnd), file.size)
  const view = viewOf(tail)
  let end = tail.length - endBytes
  while (end >= 0 && view.getUint32(end, true) !== endMark) end--
  if (end < 0) throw new UnreadableZip()
  const [count, size, at] = [view.getUint16(end + 10, true), view.getUint32(end + 12, true), view.getUint32(end + 16, true)]
  if (count === 0xffff || at === 0xffffffff) throw new UnreadableZip()
  const list = await bytesOf(file, at, at + size)
  const lines = viewOf(list)
  const entries: Entry[] = []
  for (let from = 0; entries.length < count; ) {
    if (from + lineBytes > list.length || lines.getUint32(from, true) !== entryMark) throw new UnreadableZip()
    const [name, extra, note] = [28, 30, 32].map((place) => lines.getUint16(from + place, true)) as [number, number, number]
    const title = new TextDecoder('latin1').decode(list.subarray(from + lineBytes, from + lineBytes + name))
    const to = from + lineBytes + name + extra + note
    entries.push({
      line: list.slice(from, to),
      local: lines.getUint32(from + 42, true),
      packed: lines.getUint32(from + 20, true),
      isTable: /\.(?:xlsx|csv|tsv)$/i.test(title),
    })
    from = to
  }
  // The list of rows, if there is one, is in the first part.
  return [...entries.filter(({ isTable }) => isTable), ...entries.filter(({ isTable }) => !isTable)]
}

/** The content of an entry and its line as they stand in a part that is `at` bytes long. */
async function placed(
  file: Blob,
  { line, local, packed }: Entry,
  at: number,
  most: number,
): Promise<{ blob: Blob; line: Uint8Array<ArrayBuffer> }> {
  const head = viewOf(await bytesOf(file, local, local + headBytes))
  if (head.byteLength < headBytes) throw new UnreadableZip()
  const start = local + headBytes + head.getUint16(26, true) + head.getUint16(28, true)
  // What no part has room for is named without its content, and refused by its size.
  const kept = start - local + packed + 2 * line.length + endBytes > most ? 0 : packed
  const copy = line.slice()
  viewOf(copy).setUint32(20, kept, true)
  viewOf(copy).setUint32(42, at, true)
  return { blob: file.slice(local, start + kept), line: copy }
}

function partOf(name: string, blobs: readonly Blob[], lines: readonly Uint8Array<ArrayBuffer>[], at: number): File {
  const end = viewOf(new Uint8Array(endBytes))
  end.setUint32(0, endMark, true)
  for (const place of [8, 10]) end.setUint16(place, lines.length, true)
  end.setUint32(
    12,
    lines.reduce((sum, line) => sum + line.length, 0),
    true,
  )
  end.setUint32(16, at, true)
  return new File([...blobs, ...lines, end.buffer as ArrayBuffer], name, { type: 'application/zip' })
}

/**
 * An archive as archives of at most `most` bytes each, their entries packed as they are; tables come first. The browser reads no content of it. Throws
 * `UnreadableZip`.
 */
export async function splitZip(file: File, most: number): Promise<File[]> {
  if (file.size <= most) return [file]
  const parts: File[] = []
  let [blobs, lines, at, listed]: [Blob[], Uint8Array<ArrayBuffer>[], number, number] = [[], [], 0, 0]
  const end = (): void => {
    parts.push(partOf(`${parts.length + 1}-${file.name}`, blobs, lines, at))
    ;[blobs, lines, at, listed] = [[], [], 0, 0]
  }
  for (const entry of await entriesOf(file)) {
    let next = await placed(file, entry, at, most)
    if (lines.length > 0 && at + next.blob.size + listed + next.line.length + endBytes > most) {
      end()
      next = await placed(file, entry, 0, most)
    }
    blobs.push(next.blob)
    lines.push(next.line)
    at += next.blob.size
    listed += next.line.length
  }
  if (lines.length > 0) end()
  return parts
}
