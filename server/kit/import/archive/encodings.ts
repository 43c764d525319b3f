import { type Encoding, encodings } from '#contract/kit/text/encodings.ts'

/** A decoded text with its encoding, and other possible encodings, most likely first. */
export interface Decoded {
  readonly text: string
  readonly encoding: Encoding
  readonly others: readonly Encoding[]
}

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean => mark.every((byte, at) => bytes[at] === byte)

// The decoder of Node.js maps the bytes 80 to 9F of Windows-1252 to control characters, as in Latin-1.
const windowsSigns = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const latinControl = /[\u0080-\u009f]/gu

/**
 * Decodes bytes; undefined if they are invalid in the encoding. Removes a byte order mark. `isCut`: the last character may be incomplete.
 */
export function decodedAs(bytes: Uint8Array, encoding: Encoding, isCut = false): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isCut })
    return encoding === 'windows-1252' ? text.replace(latinControl, (sign) => windowsSigns[sign.charCodeAt(0) - 0x80]!) : text
  } catch {
    return undefined
  }
}

/** The double-byte codes of common characters: level 1 of GB 2312, of Big5, and of JIS X 0208 including kana. */
const everyday = {
  gb18030: { lead: [0xb0, 0xd7], trail: [0xa1, 0xfe] },
  big5: { lead: [0xa4, 0xc6], trail: [0x40, 0xfe] },
  shift_jis: { lead: [0x82, 0x97], trail: [0x40, 0xfc] },
} as const
type Wide = keyof typeof everyday
const isWide = (encoding: Encoding): encoding is Wide => encoding in everyday

const sets = new Map<Wide, ReadonlySet<string>>()

/** The common characters of an encoding. */
function everydayOf(encoding: Wide): ReadonlySet<string> {
  const known = sets.get(encoding)
  if (known) return known
  const { lead, trail } = everyday[encoding]
  const bytes: number[] = []
  for (let first = lead[0]; first <= lead[1]; first++)
    for (let second = trail[0]; second <= trail[1]; second++) bytes.push(first, second, 0x20)
  const found = new Set(
    [...new TextDecoder(encoding).decode(Uint8Array.from(bytes))].filter((sign) => sign > '\u007f' && sign !== '\ufffd'),
  )
  sets.set(encoding, found)
  return found
}

const neutral = /[\u3000-\u303f\uff01-\uff5e\u2010-\u2027°±×÷·Ⅰ-ⅿ①-⑳㎡℃○●□■△▲★☆√→←]/u
/** Number of characters that is enough to distinguish encodings. */
const looked = 20_000

/**
 * The share of double-byte characters that are common ones. A single one within a lower-case word does not count: it is a letter of another
 * encoding.
 */
function wideScore(text: string, encoding: Wide): number {
  const common = everydayOf(encoding)
  const signs = [...text.slice(0, looked)]
  let [all, good] = [0, 0]
  for (const [at, sign] of signs.entries()) {
    if (sign <= '\u007f' || neutral.test(sign)) continue
    all++
    const isInWord = /[a-z]/.test(signs[at - 1] ?? '') && (signs[at + 1] ?? '\n') <= '\u007f'
    if (common.has(sign) && !isInWord) good++
  }
  return all === 0 ? 0.5 : good / all
}

const letter = /\p{L}/u
const isLower = (sign: string): boolean => sign === sign.toLowerCase() && letter.test(sign)
const usual = new Set('àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿßœšžÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝŒŠŽ')
/** Rare letters, which often result from a wrong encoding. */
const rare = new Set('œšžŠŽŒŸ')
const symbols = new Set('’‘“”–—…€£¥©®™°±²³µ·×÷½¼¾«»§º\u00a0')

/** The share of accented letters and signs in positions that are usual in European languages. */
function narrowScore(text: string): number {
  const signs = [...text.slice(0, looked)]
  let [all, good] = [0, 0]
  for (const [at, sign] of signs.entries()) {
    if (sign <= '\u007f') continue
    all++
    const [before = ' ', after = ' '] = [signs[at - 1], signs[at + 1]]
    if (symbols.has(sign)) good += 0.9
    else if (usual.has(sign) && (letter.test(before) || letter.test(after))) {
      const isFitting = isLower(sign)
        ? !letter.test(before) || isLower(before) || isLower(after)
        : !letter.test(before) || !(isLower(before) || isLower(after))
      good += isFitting ? (rare.has(sign) ? 0.6 : 1) : 0.2
    } else if (usual.has(sign)) good += 0.3
  }
  return all === 0 ? 0.5 : good / all
}

/** UTF-16 without a byte order mark, recognised by the zeros in every other byte of its ASCII characters. */
function wideOrder(bytes: Uint8Array): Encoding | undefined {
  let [even, odd] = [0, 0]
  const most = Math.min(bytes.length, looked)
  for (let at = 0; at < most; at++)
    if (bytes[at] === 0) {
      if (at % 2 === 0) even++
      else odd++
    }
  if (even + odd < 2 || bytes.length % 2 === 1) return undefined
  return odd > even * 10 ? 'utf-16le' : even > odd * 10 ? 'utf-16be' : undefined
}

/** Words of lists; the same bytes do not form them in another encoding. */
const telling = /名称|设备|科室|型号|编号|日期|规格|厂家|名稱|設備|型號|編號|規格|廠|機器|部署|番号|[ァ-ヶー]{2}/u

/** Minimum score of a plausible encoding; others within this distance from the best are offered. */
const [least, near] = [0.55, 0.12]

/** The bytes from the line with the first non-ASCII byte on; only these distinguish encodings. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte > 0x7f)
  const from = bytes.lastIndexOf(10, Math.max(first, 0)) + 1
  return bytes.subarray(from, from + looked * 2)
}

const isText = (text: string | undefined): text is string => text !== undefined && !text.includes('\u0000')

/** The most plausible encoding of a text, and the other plausible ones. */
function recognised(bytes: Uint8Array): Decoded | undefined {
  const marked = startsWith(bytes, [0xff, 0xfe]) ? 'utf-16le' : startsWith(bytes, [0xfe, 0xff]) ? 'utf-16be' : undefined
  const sure = marked ?? (bytes.includes(0) ? wideOrder(bytes) : 'utf-8')
  const unicode = sure && decodedAs(bytes, sure)
  if (sure && isText(unicode)) return { text: unicode, encoding: sure, others: [] }
  if (sure !== 'utf-8') return undefined
  const sample = sampleOf(bytes)
  const scored = (Object.keys(encodings) as Encoding[]).flatMap((encoding) => {
    const text = encoding.startsWith('utf') ? undefined : decodedAs(sample, encoding, true)
    return isText(text) ? [{ encoding, text, score: isWide(encoding) ? wideScore(text, encoding) : narrowScore(text) }] : []
  })
  scored.sort((one, other) => other.score - one.score)
  // If none is plausible, the file may still be Chinese with rare characters.
  const chinese = scored.find(({ encoding }) => encoding === 'gb18030')
  const inOrder = chinese && scored[0]!.score < least ? [chinese, ...scored.filter((one) => one !== chinese)] : scored
  const best = inOrder[0]?.score ?? 0
  const plausible = inOrder.filter((one, at) => at === 0 || (one.score >= least && best - one.score <= near))
  const named = plausible.filter(({ text }) => telling.test(text))
  const likely = named.length === 1 ? named : plausible
  for (const { encoding } of [...likely, ...inOrder.filter((one) => !likely.includes(one))]) {
    const text = decodedAs(bytes, encoding)
    if (isText(text)) return { text, encoding, others: likely.flatMap((one) => (one.encoding === encoding ? [] : [one.encoding])) }
  }
  return undefined
}

/**
 * Recognises the encoding of a text by its content: a byte order mark, valid UTF-8, else the encoding with the most common characters.
 * `chosen`: the encoding that a person chose. Undefined if the bytes are no text.
 */
export function decodeText(bytes: Uint8Array, chosen?: Encoding): Decoded | undefined {
  const found = recognised(bytes)
  const text = found && chosen && chosen !== found.encoding ? decodedAs(bytes, chosen) : undefined
  if (!found || !chosen || !isText(text)) return found
  return { text, encoding: chosen, others: [found.encoding, ...found.others].filter((one) => one !== chosen) }
}
