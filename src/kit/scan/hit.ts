import type { CodeFormat } from './formats.ts'

/** One code from any source. */
export interface Hit {
  /** What the code says, without symbology identifier; GS1's separator is the character 29. */
  readonly text: string
  /** `Tag`: an NFC tag. `Text`: keys, which do not say what they were read from. */
  readonly format: CodeFormat | 'Tag' | 'Text'
  /** AIM symbology identifier, as `]d2`, where the reader tells it. */
  readonly aim?: string
  /** The reader reports GS1; absent: unknown. */
  readonly gs1?: boolean
  readonly source: 'camera' | 'reader' | 'photo' | 'typed' | 'nfc'
  /** When it was read, in milliseconds of `performance.now()`. */
  readonly at: number
}

const identifier = /^\][A-Za-z][0-9A-Za-z]/

/** What keys or a tag gave; an AIM identifier before it, which readers can be set to send, is taken apart. Undefined when nothing is left. */
export function hitOfText(read: string, source: Hit['source'], at: number, format: Hit['format'] = 'Text'): Hit | undefined {
  const aim = identifier.exec(read)?.[0]
  // Separators at either end belong to the code, spaces do not.
  const text = (aim ? read.slice(aim.length) : read).replace(/^ +| +$/g, '')
  if (text === '') return undefined
  return { text, format, ...(aim ? { aim } : {}), source, at }
}
