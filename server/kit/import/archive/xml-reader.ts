import { damaged } from './zip-parts.ts'

/** Maximum length of tags and entities, in characters; those of spreadsheets are much shorter. */
const mostTag = 65_536
const mostEntity = 12
/** Length of the longest marker that begins a skipped section: `<![CDATA[`. */
const mostMark = 9

const [less, greater, slash, quote, apostrophe] = [60, 62, 47, 34, 39]
const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9

/** Receives the contents of a part. Names come without their prefix; a tag is passed as written, for `eachAttribute`. */
export interface Hearer {
  open?(name: string, tag: string): void
  /** Text between tags; long text comes in pieces. */
  text?(text: string): void
  close?(name: string): void
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Text with its entities decoded; entities of a DTD are not supported. */
export const decoded = (text: string): string =>
  text.includes('&')
    ? text.replace(
        /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/g,
        (whole, hex?: string, digits?: string, name?: string) => {
          if (name) return named[name]!
          const code = hex ? Number.parseInt(hex, 16) : Number(digits)
          return code <= 0x10ffff ? String.fromCodePoint(code) : whole
        },
      )
    : text

const localName = (tag: string, from: number): string => {
  let end = from
  let begin = from
  for (; end < tag.length; end++) {
    const code = tag.charCodeAt(end)
    if (code === 58) begin = end + 1
    else if (code === slash || code === greater || isSpace(code)) break
  }
  return tag.slice(begin, end)
}

/** Calls `see` with every attribute of a tag, without prefix; in one pass. */
export function eachAttribute(tag: string, see: (name: string, value: string) => void): void {
  for (let at = 0; ; ) {
    const equals = tag.indexOf('=', at)
    if (equals < 0) return
    let begin = equals
    while (begin > at && isSpace(tag.charCodeAt(begin - 1))) begin--
    const end = begin
    while (begin > at && !isSpace(tag.charCodeAt(begin - 1))) begin--
    const name = tag.slice(begin, end)
    let from = equals + 1
    while (isSpace(tag.charCodeAt(from))) from++
    const mark = tag[from]
    const to = mark === '"' || mark === "'" ? tag.indexOf(mark, from + 1) : -1
    if (to < 0) return
    see(name.slice(name.indexOf(':') + 1), decoded(tag.slice(from + 1, to)))
    at = to + 1
  }
}

/**
 * A streaming XML parser. It reads every character a fixed number of times and buffers at most one unfinished tag of bounded length. `end`:
 * there is no more input. Throws an `ImportRefusal` for a document type, which no spreadsheet has, and for a tag or an element that does
 * not end.
 */
export function xmlReader(hear: Hearer): { feed(piece: string): void; end(): void } {
  let rest = ''
  let depth = 0
  /** The end marker of a skipped section, such as a comment. */
  let until: string | undefined

  /** Position of the `>` of a tag; -1 if it has not arrived yet. */
  const tagEnd = (text: string, from: number): number => {
    const last = Math.min(text.length, from + mostTag)
    let open = 0
    for (let at = from + 1; at < last; at++) {
      const code = text.charCodeAt(at)
      if (open !== 0) {
        if (code === open) open = 0
      } else if (code === greater) return at
      else if (code === quote || code === apostrophe) open = code
      else if (code === less) throw damaged()
    }
    if (last < text.length) throw damaged()
    return -1
  }

  const say = (text: string): void => {
    if (text !== '') hear.text?.(decoded(text))
  }

  /** Skips to the end of `until`; returns the position after it, -1 when the end is not there yet. */
  const passed = (text: string, at: number, end: string): number => {
    const found = text.indexOf(end, at)
    const to = found < 0 ? Math.max(at, text.length - end.length + 1) : found
    if (end === ']]>' && to > at) hear.text?.(text.slice(at, to))
    if (found < 0) {
      rest = text.slice(to)
      return -1
    }
    until = undefined
    return found + end.length
  }

  const tagged = (tag: string): void => {
    if (tag.charCodeAt(1) === slash) {
      depth--
      hear.close?.(localName(tag, 2))
      return
    }
    const name = localName(tag, 1)
    hear.open?.(name, tag)
    if (tag.charCodeAt(tag.length - 2) === slash) hear.close?.(name)
    else depth++
  }

  /** Begins a section that is not a tag; returns the length of its marker, 0 for a tag. */
  const begun = (text: string, at: number): number => {
    for (const [mark, end] of [
      ['<!--', '-->'],
      ['<![CDATA[', ']]>'],
      ['<?', '?>'],
    ] as const)
      if (text.startsWith(mark, at)) {
        until = end
        return mark.length
      }
    if (text.charCodeAt(at + 1) === 33) throw damaged()
    return 0
  }

  return {
    feed(piece) {
      const text = rest + piece
      rest = ''
      for (let at = 0; at < text.length; ) {
        if (until !== undefined) {
          at = passed(text, at, until)
          if (at < 0) return
          continue
        }
        if (text.charCodeAt(at) !== less) {
          const next = text.indexOf('<', at)
          if (next >= 0) {
            say(text.slice(at, next))
            at = next
            continue
          }
          const cut = text.lastIndexOf('&')
          const to = cut >= at && text.length - cut < mostEntity ? cut : text.length
          say(text.slice(at, to))
          rest = text.slice(to)
          return
        }
        if (text.length - at < mostMark && (text.charCodeAt(at + 1) === 33 || at + 1 === text.length)) {
          rest = text.slice(at)
          return
        }
        const mark = begun(text, at)
        if (mark > 0) {
          at += mark
          continue
        }
        const end = tagEnd(text, at)
        if (end < 0) {
          rest = text.slice(at)
          return
        }
        tagged(text.slice(at, end + 1))
        at = end + 1
      }
    },
    end() {
      if (until !== undefined || rest.startsWith('<') || depth !== 0) throw damaged()
    },
  }
}
