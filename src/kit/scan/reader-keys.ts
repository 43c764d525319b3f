import { create } from 'zustand'
import { keep, kept } from '#src/data/stored.ts'

/** Configuration of this phone's reader. */
export interface ReaderSettings {
  /** Key that the reader sends before each code, such as `F9` or `~`; needed to scan while a text field has the focus. Empty: none. */
  readonly prefix: string
  /** Keys that stand for the GS1 separator. */
  readonly separators: readonly string[]
}

const memory = 'phoneReader'

/** Defaults: no prefix, separator as Ctrl+] or F8. */
const usual: ReaderSettings = { prefix: '', separators: ['F8', 'Ctrl+]'] }

/** The configuration of this phone's reader; stored on this phone. */
export const useReaderSettings = create<ReaderSettings>()(() => ({ ...usual, ...kept<Partial<ReaderSettings>>(memory) }))

/** Stores the configuration; effective from the next key on. */
export function chooseReader(settings: Partial<ReaderSettings>): void {
  useReaderSettings.setState(settings)
  keep(memory, useReaderSettings.getState())
}

/** The used properties of a key event. */
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

/** The character at the key's position on a US layout, for which readers are made; undefined for other keys. */
function byPlace({ code, shiftKey }: KeyPress): string | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter) return shiftKey ? letter : letter.toLowerCase()
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1]
  if (digit) return shiftKey && code.startsWith('Digit') ? shiftedDigits[Number(digit)] : digit
  return plain[code]?.[shiftKey ? 1 : 0]
}

/** Name of a key in the settings: `F8`, `Ctrl+]`. */
export const nameOf = ({ key, ctrlKey }: KeyPress): string => (ctrlKey ? `Ctrl+${key}` : key)

/** Interprets a key within a code: a character, the GS1 separator, an end (`Enter`, `Tab`), or undefined for any other key. */
export function meaning(press: KeyPress, { separators }: Pick<ReaderSettings, 'separators'>): string | undefined {
  if (separators.includes(nameOf(press)) || press.key === '\x1d') return '\x1d'
  if (press.ctrlKey || press.altKey || press.metaKey) return undefined
  if (press.key === 'Enter' || press.key === 'Tab') return press.key
  // An input method or a non-Latin layout changes the character; fall back to the position of the key.
  if (press.key.length === 1 && press.key >= ' ' && press.key <= '~') return press.key
  return press.key === 'Process' || press.key === 'Unidentified' || press.key.length === 1 ? byPlace(press) : undefined
}
