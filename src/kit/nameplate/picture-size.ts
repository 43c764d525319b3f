/** Width and height in pixels as the head of a JPEG, PNG or WebP file says; undefined for other files. */
export function sizeInHead(bytes: Uint8Array): { width: number; height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = (at: number, length: number): string => String.fromCharCode(...bytes.subarray(at, at + length))
  if (text(1, 3) === 'PNG' && bytes.length >= 24) return { width: view.getUint32(16), height: view.getUint32(20) }
  if (text(0, 4) === 'RIFF' && text(8, 4) === 'WEBP' && bytes.length >= 30) {
    const kind = text(12, 4)
    if (kind === 'VP8X') return { width: 1 + (view.getUint32(24, true) & 0xffffff), height: 1 + (view.getUint32(26, true) >>> 8) }
    if (kind === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    return undefined
  }
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    const kind = bytes[at + 1] as number
    // Frame headers; C4, C8 and CC are tables.
    if (kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}
