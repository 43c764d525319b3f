import { oneWriting, searchForm } from './one-writing.ts'
import { pinyinTable } from './pinyin-table.ts'

/** Maximum number of characters of a name that are converted. */
const most = 60

let syllables: ReadonlyMap<string, string> | undefined

/** Syllables by character; built on first use. */
function known(): ReadonlyMap<string, string> {
  syllables ??= new Map(
    [...pinyinTable.matchAll(/([a-z]+)(\P{ASCII}+)/gu)].flatMap(([, syllable = '', chars = '']) =>
      [...chars].map((char) => [char, syllable] as const),
    ),
  )
  return syllables
}

const isSign = /^[a-z0-9]$/

/**
 * The pinyin form of a name: `|`, the initials of its characters, `|`, their syllables. Letters and digits stay, other characters are
 * dropped. Empty for a name without Chinese characters. Each character has one reading. The database function `pinyin_form` does the same.
 */
export function pinyinForm(name: string): string {
  const signs = [...oneWriting(name).toLowerCase()].slice(0, most)
  if (!/\p{Script=Han}/u.test(name)) return ''
  const typed = signs.flatMap((sign) => known().get(sign) ?? (isSign.test(sign) ? [sign] : []))
  if (!signs.some((sign) => known().has(sign))) return ''
  return `|${typed.map((part) => part.charAt(0)).join('')}|${typed.join('')}`
}

/** The form of a name that pickers search: the search form and the pinyin form. */
export const nameForm = (name: string): string => searchForm(name) + pinyinForm(name)
