import { searchForm } from '../kit/text/one-writing.ts'

/** A typed or scanned code: the token of one of our labels, or another code. */
export interface Scanned {
  /** Token of one of our labels, in stored form. */
  token?: string
  /** The text to look up and send: the token of our labels, else the text as read. GS1 text keeps its separators (character 29). */
  code: string
}

const label = /(?:^|\/)c\/([0-9a-z]{12})(?:[/?#\s].*)?$/

const separator = '\x1d'

/** How scanners and people write the GS1 separator where it cannot be typed. */
const separators = /\u241d|[<{[](?:GS|FNC1)[>}\]]/gi

/**
 * Parses a code. Our labels are `<address>/m/c/<token>` or `c/<token>`, with any host, because a hospital may change its address but not
 * its printed labels.
 */
export function readCode(text: string): Scanned {
  const read = text
    .replace(separators, separator)
    // Line ends and other control characters of QR texts.
    .replace(/\p{Cc}/gu, (sign) => (sign === separator ? sign : ''))
    .trim()
  const token = label.exec(searchForm(read).trim())?.[1]
  return token ? { token, code: token } : { code: read }
}
