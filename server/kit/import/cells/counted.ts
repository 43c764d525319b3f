import { plain } from './cell-values.ts'

/** An integer, optionally followed by a measure word: `5台`, `两台`, `2（台）`. */
const counted = /^(\d+|[一二两三四五六七八九十])\s*\(?(?:[台套件个辆张只把支组部]+|pcs?|units?|sets?)?\)?$/i
const numerals = '零一二三四五六七八九十'

/** The number of pieces that a text says; not a whole number if it says none. */
export function countedIn(text: string): number {
  const said = counted.exec(plain(text))?.[1]
  return said === undefined ? Number(text) : said === '两' ? 2 : numerals.includes(said) ? numerals.indexOf(said) : Number(said)
}
