/** The beginning of a text, at most `max` UTF-16 units, without splitting a surrogate pair. */
export const cutText = (text: string, max: number): string => {
  const cut = text.slice(0, max)
  return /[\uD800-\uDBFF]$/.test(cut) && cut.length < text.length ? cut.slice(0, -1) : cut
}
