import { type Hit, hitOfText } from './hit.ts'
import { readerClass } from './nfc-reader.ts'

interface TagRecord {
  readonly recordType: string
  readonly encoding?: string
  readonly data?: DataView
}

interface TagEvent extends Event {
  readonly serialNumber: string
  readonly message: { readonly records: readonly TagRecord[] }
}

const textOf = ({ recordType, encoding, data }: TagRecord): string =>
  data && (recordType === 'text' || recordType === 'url') ? new TextDecoder(encoding ?? 'utf-8').decode(data) : ''

/** The content of a tag: its first text or URL, else its serial number in capitals without colons. */
export const tagText = ({ serialNumber, message }: Pick<TagEvent, 'serialNumber' | 'message'>): string =>
  message.records.map(textOf).find((text) => text.trim() !== '') ?? serialNumber.replaceAll(':', '').toUpperCase()

/** Reads tags until `signal` is aborted; must be started by a tap. Rejects when the person or the phone refuses. */
export async function readTags(onHit: (hit: Hit) => void, signal: AbortSignal): Promise<void> {
  const Reader = readerClass()
  if (!Reader) throw new Error('no NFC in this browser')
  const reader = new Reader()
  reader.addEventListener('reading', (event) => {
    const hit = hitOfText(tagText(event as TagEvent), 'nfc', performance.now(), 'Tag')
    if (hit) onHit(hit)
  })
  await reader.scan({ signal })
}
