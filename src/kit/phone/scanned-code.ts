/** A typed or scanned code: the token of one of our labels, or any other code. */
export interface Scanned {
  /** Token of one of our labels, as stored. */
  token?: string
  /** The text for lookup and sending: the token for our labels, else the text as read. */
  code: string
}

const label = /(?:^|\/)c\/([0-9a-z]{12})(?:[/?#].*)?$/i

// The separators of GS1 and the line ends of a QR text: no code is looked up or stored with them.
const control = /\p{Cc}/gu

/**
 * Reads a code. Our labels are `<address>/m/c/<token>` or `c/<token>` with any host: hospitals change their address, not their
 * labels.
 */
export function readCode(text: string): Scanned {
  const trimmed = text.replace(control, '').trim()
  const token = label.exec(trimmed)?.[1]
  return token ? { token: token.toLowerCase(), code: token.toLowerCase() } : { code: trimmed }
}
