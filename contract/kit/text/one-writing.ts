// Normalisation sorts the combining marks after a letter, in quadratic time. Unicode's stream-safe text format allows thirty; the wide
// Thai, Lao and kana signs become combining marks on the way.
const tooManyMarks = /[\p{M}\u0e33\u0eb3\uff9e\uff9f]{31}/u

/** Normalises widths and composed letters (NFKC). A text with more than thirty marks on one letter is no name and stays unchanged. */
export const oneWriting = (text: string): string => (tooManyMarks.test(text) ? text : text.normalize('NFKC'))

// The database has the same two lists in its functions `code_key`, `code_writing` and `search_form`; tests/laws/database.test.ts compares
// them.
/** Invisible characters (Unicode: Default_Ignorable_Code_Point), the empty braille cell, and annotation marks. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu
/** Hyphens and dashes of every length, and the minus sign, except the ASCII hyphen. */
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63]/g

const isPlainAscii = /^\p{ASCII}*$/u

/** Normalised text without invisible characters and with one kind of hyphen. */
const plainWriting = (text: string): string => oneWriting(oneWriting(text).replace(invisible, '')).replace(dashes, '-')

/** The search form of a text: normalised, one kind of hyphen, no invisible characters, lower case. Line ends are kept. */
export const searchForm = (text: string): string => (isPlainAscii.test(text) ? text : plainWriting(text)).toLowerCase()

const isPlainCode = /^[!-~]*$/
const blanks = /[\p{Cc}\p{Z}]/gu

/** A normalised code without blanks and invisible characters, case preserved. */
export const codeWriting = (code: string): string => (isPlainCode.test(code) ? code : plainWriting(code).replace(blanks, ''))

/** Whether a code can be unique: a word without a digit, such as “none”, identifies nothing. */
export const isNumbered = (code: string): boolean => /[0-9]/.test(codeWriting(code))

/**
 * The comparison form of a code (asset numbers, EPCs, serial numbers, codes of suppliers and places): normalised, upper case, without
 * blanks and invisible characters; stored and displayed codes stay as given. GS1 text must be parsed first
 * (`contract/codes/plate-code.ts`), because its separators have a meaning.
 */
export const codeKey = (code: string): string => codeWriting(code).toUpperCase()

/** Whether two codes are the same; an empty code equals none. */
export const sameCode = (one: string | null | undefined, other: string | null | undefined): boolean => {
  const key = codeKey(one ?? '')
  return key !== '' && key === codeKey(other ?? '')
}
