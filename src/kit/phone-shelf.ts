import type { PhoneDevice } from './phone-device.ts'

/** The device cards of this phone in memory, ready to be searched. */
export interface DeviceShelf {
  /** In order of name and number. */
  readonly rows: readonly PhoneDevice[]
  /** What is searched in, one text per row. */
  readonly texts: readonly string[]
  readonly byCode: ReadonlyMap<string, PhoneDevice>
}

const plain = (text: string): string => text.trim().toLowerCase()
const searched = (row: PhoneDevice): string =>
  [row.deviceName, row.deviceModel, row.manufacturer, row.rfidCode, row.assetsCode, row.deviceCode, row.sn]
    .filter(Boolean)
    .join('\n')
    .toLowerCase()

/** Puts rows in order and makes them searchable. */
export function shelfOf(unordered: readonly PhoneDevice[]): DeviceShelf {
  const byName = new Intl.Collator('zh-CN').compare
  const rows = [...unordered].sort((a, b) => byName(a.deviceName, b.deviceName) || byName(a.deviceCode ?? '', b.deviceCode ?? ''))
  const byCode = new Map<string, PhoneDevice>()
  for (const row of rows)
    for (const code of [row.qrToken, row.rfidCode, row.deviceCode, row.assetsCode])
      if (code && !byCode.has(plain(code))) byCode.set(plain(code), row)
  return { rows, texts: rows.map(searched), byCode }
}

/** The rows that hold every word of the text, at most `limit`; all of them for an empty text. */
export function searchShelf({ rows, texts }: DeviceShelf, text: string, limit: number): { rows: PhoneDevice[]; more: boolean } {
  const words = plain(text).split(/\s+/).filter(Boolean)
  const found: PhoneDevice[] = []
  for (let at = 0; at < rows.length && found.length <= limit; at++) {
    if (words.every((word) => (texts[at] as string).includes(word))) found.push(rows[at] as PhoneDevice)
  }
  return { rows: found.slice(0, limit), more: found.length > limit }
}

/** The card that carries exactly this code on its label, tag or plate. */
export function onShelf(shelf: DeviceShelf, code: string): PhoneDevice | undefined {
  return shelf.byCode.get(plain(code))
}
