import type { CodeFormat } from './engine/formats.ts'

/** One code from any source. */
export interface Hit {
  /** The content of the code, without symbology identifier; the GS1 separator is character 29. */
  readonly text: string
  /** `Tag`: an NFC tag. `Text`: key presses of an unknown format. */
  readonly format: CodeFormat | 'Tag' | 'Text'
  /** AIM symbology identifier such as `]d2`, if the reader reports it. */
  readonly aim?: string
  /** Whether the reader reports GS1; absent when unknown. */
  readonly gs1?: boolean
  readonly source: 'camera' | 'reader' | 'photo' | 'typed' | 'nfc'
  /** Time of the read, in milliseconds of `performance.now()`. */
  readonly at: number
}

const identifier = /^\][A-Za-z][0-9A-Za-z]/

/** Builds a hit from key presses or a tag; splits off a leading AIM identifier. Undefined when nothing is left. */
export function hitOfText(read: string, source: Hit['source'], at: number, format: Hit['format'] = 'Text'): Hit | undefined {
  const aim = identifier.exec(read)?.[0]
  // Leading and trailing separators belong to the code; spaces do not.
  const text = (aim ? read.slice(aim.length) : read).replace(/^ +| +$/g, '')
  if (text === '') return undefined
  return { text, format, ...(aim ? { aim } : {}), source, at }
}
