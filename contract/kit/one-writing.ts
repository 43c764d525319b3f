// Normalization sorts the marks that stand behind a letter, in time that grows with the square of their number. Unicode's own stream-safe form
// has at most thirty; the wide Thai, Lao and kana signs become marks on the way.
const tooManyMarks = /[\p{M}\u0e33\u0eb3\uff9e\uff9f]{31}/u

/** One writing of widths and composed letters (NFKC). A text with more than thirty marks on one letter is no name and stays as it is. */
export const oneWriting = (text: string): string => (tooManyMarks.test(text) ? text : text.normalize('NFKC'))

// The database has the same two lists, in its functions `code_key`, `code_writing` and `search_form`: tests/laws/database.test.ts holds them together.
/** Signs that take no room (Unicode: Default_Ignorable_Code_Point), the empty braille cell, and the marks of annotations. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu
/** Hyphens and dashes of every length, and the minus sign, beside the hyphen of the keyboard. */
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63]/g

const isPlainAscii = /^\p{ASCII}*$/u

/** One writing without invisible signs and with one kind of hyphen. */
const plainWriting = (text: string): string => oneWriting(oneWriting(text).replace(invisible, '')).replace(dashes, '-')

/** A text as searches compare it: one writing, one kind of hyphen, no invisible signs, small letters. Line ends stay. */
export const searchForm = (text: string): string => (isPlainAscii.test(text) ? text : plainWriting(text)).toLowerCase()

const isPlainCode = /^[!-~]*$/
const blanks = /[\p{Cc}\p{Z}]/gu

/** A code in one writing, without blanks and invisible signs; large and small letters stay apart. */
export const codeWriting = (code: string): string => (isPlainCode.test(code) ? code : plainWriting(code).replace(blanks, ''))

/** Whether a code is one that may be there once: a word without a figure, such as “none”, is no number of a single thing. */
export const isNumbered = (code: string): boolean => /[0-9]/.test(codeWriting(code))

/**
 * A code as it is compared: asset numbers, EPCs, serial numbers, codes of suppliers and places. One writing in large letters without blanks and invisible
 * signs; what is stored and shown is the code as it was given. Text of GS1 is read first (`contract/plate-code.ts`), since its separators mean something.
 */
export const codeKey = (code: string): string => codeWriting(code).toUpperCase()

/** Whether two codes are one; an empty code is none. */
export const sameCode = (one: string | null | undefined, other: string | null | undefined): boolean => {
  const key = codeKey(one ?? '')
  return key !== '' && key === codeKey(other ?? '')
}
