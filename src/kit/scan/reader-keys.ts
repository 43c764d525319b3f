import { create } from 'zustand'
import { keep, kept } from '#src/data/stored.ts'

/** How the reader of this phone is set up. */
export interface ReaderSettings {
  /** Key that the reader sends before each code, as `F9` or `~`; with it codes are also taken while a text field has the focus. Empty: none. */
  readonly prefix: string
  /** Keys that stand for GS1's separator. */
  readonly separators: readonly string[]
}

const memory = 'phoneReader'

/** The defaults of readers: no prefix, the separator as Ctrl+] or F8. */
const usual: ReaderSettings = { prefix: '', separators: ['F8', 'Ctrl+]'] }

/** How the reader of this phone is set up; remembered on this phone. */
export const useReaderSettings = create<ReaderSettings>()(() => ({ ...usual, ...kept<Partial<ReaderSettings>>(memory) }))

/** Remembers how the reader is set up; heard from the next key on. */
export function chooseReader(settings: Partial<ReaderSettings>): void {
  useReaderSettings.setState(settings)
  keep(memory, useReaderSettings.getState())
}

/** What of a key event is looked at. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>

const plain: Readonly<Record<string, string>> = {
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: `'"`,
  Backquote: '`~',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Space: '  ',
}
const shiftedDigits = ')!@#$%^&*('

/** The character that the key has on the layout that readers are made for; undefined for a key without one. */
function byPlace({ code, shiftKey }: KeyPress): string | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter) return shiftKey ? letter : letter.toLowerCase()
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1]
  if (digit) return shiftKey && code.startsWith('Digit') ? shiftedDigits[Number(digit)] : digit
  return plain[code]?.[shiftKey ? 1 : 0]
}

/** Name of a key as settings write it: `F8`, `Ctrl+]`. */
export const nameOf = ({ key, ctrlKey }: KeyPress): string => (ctrlKey ? `Ctrl+${key}` : key)

/** What a key means for a code: a character, the separator of GS1, an end (`Enter`, `Tab`), or undefined when it means nothing. */
export function meaning(press: KeyPress, { separators }: Pick<ReaderSettings, 'separators'>): string | undefined {
  if (separators.includes(nameOf(press)) || press.key === '\x1d') return '\x1d'
  if (press.ctrlKey || press.altKey || press.metaKey) return undefined
  if (press.key === 'Enter' || press.key === 'Tab') return press.key
  // An input method or a layout that is not Latin hides what the reader meant; the place of the key tells it.
  if (press.key.length === 1 && press.key >= ' ' && press.key <= '~') return press.key
  return press.key === 'Process' || press.key === 'Unidentified' || press.key.length === 1 ? byPlace(press) : undefined
}
