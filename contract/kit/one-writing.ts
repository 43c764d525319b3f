// Normalization sorts the marks that stand behind a letter, in time that grows with the square of their number. Unicode's own stream-safe form
// has at most thirty; the wide Thai, Lao and kana signs become marks on the way.
const tooManyMarks = /[\p{M}\u0e33\u0eb3\uff9e\uff9f]{31}/u

/** One writing of widths and composed letters (NFKC). A text with more than thirty marks on one letter is no name and stays as it is. */
export const oneWriting = (text: string): string => (tooManyMarks.test(text) ? text : text.normalize('NFKC'))
