/** A typed or scanned code: the token of one of our labels, or another code. */
export interface Scanned {
  /** Token of one of our labels, in stored form. */
  token?: string
  /** The text to look up and send: the token of our labels, else the text as read. */
  code: string
}

const label = /(?:^|\/)c\/([0-9a-z]{12})(?:[/?#].*)?$/i

// GS1 separators and line ends of QR texts: codes are stored and looked up without them.
const control = /\p{Cc}/gu

/** Parses a code. Our labels are `<address>/m/c/<token>` or `c/<token>`, with any host, as a hospital may change its address but not its labels. */
export function readCode(text: string): Scanned {
  const trimmed = text.replace(control, '').trim()
  const token = label.exec(trimmed)?.[1]
  return token ? { token: token.toLowerCase(), code: token.toLowerCase() } : { code: trimmed }
}
