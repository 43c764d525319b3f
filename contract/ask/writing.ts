/** The longest sentence that is read. */
export const longestSentence = 200

const isLatin = (sign: string | undefined): boolean => sign !== undefined && /[a-z0-9]/.test(sign)

/** The text in lower case and narrow signs, each sign at its place, so that positions are those of the typed text. */
export const folded = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => {
    const sign = text.charAt(at)
    const form = sign.normalize('NFKC').toLowerCase()
    return form.length === 1 ? form : sign
  }).join('')

/** Whether a Latin word or number can begin here: not inside of another. */
export const beginsWord = (text: string, at: number): boolean => !isLatin(text[at]) || !isLatin(text[at - 1])

/** Whether what ends here does not cut a Latin word or a number. */
export const endsWord = (text: string, end: number): boolean => !isLatin(text[end - 1]) || !isLatin(text[end])

/** The end of the Latin word that begins here, or of the one sign. */
export function wordEnd(text: string, at: number): number {
  let end = at + 1
  if (isLatin(text[at])) while (isLatin(text[end]) || (text[end] === '-' && isLatin(text[end + 1]))) end++
  return end
}

const blank = /[\s,.;:!?，。；：！？、·“”"'’‘()（）「」《》<>/|+-]/

/** Whether a sign separates words and means nothing itself. */
export const isBlank = (sign: string): boolean => blank.test(sign)

/** The place of the next sign that is no space. */
export function afterSpaces(text: string, at: number): number {
  let next = at
  while (text[next] === ' ') next++
  return next
}
