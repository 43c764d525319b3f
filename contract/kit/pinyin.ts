import { oneWriting, searchForm } from './one-writing.ts'
import { pinyinTable } from './pinyin-table.ts'

/** Most characters of a name that count. */
const most = 60

let syllables: ReadonlyMap<string, string> | undefined

/** Syllables by character; made when the first name with Chinese characters comes. */
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
 * How a name is typed in Latin letters: `|`, the initials of its characters, `|`, their syllables. Letters and digits stand for themselves, all else is left
 * out. Empty for a name without Chinese characters. A character has one reading. The database has the same function, `pinyin_form`.
 */
export function pinyinForm(name: string): string {
  const signs = [...oneWriting(name).toLowerCase()].slice(0, most)
  if (!/\p{Script=Han}/u.test(name)) return ''
  const typed = signs.flatMap((sign) => known().get(sign) ?? (isSign.test(sign) ? [sign] : []))
  if (!signs.some((sign) => known().has(sign))) return ''
  return `|${typed.map((part) => part.charAt(0)).join('')}|${typed.join('')}`
}

/** A name as a picker searches it: in the form of searches, and as it is typed by pinyin. */
export const nameForm = (name: string): string => searchForm(name) + pinyinForm(name)
