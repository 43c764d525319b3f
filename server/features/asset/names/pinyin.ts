const known = new Map<string, string>()

/** Looks up the syllables of all Chinese characters in the texts that are not known yet; the library is loaded with the first of them. */
export async function learnSyllables(texts: Iterable<string>): Promise<void> {
  const chars = new Set<string>()
  for (const text of texts) for (const [char] of text.matchAll(/\p{Script=Han}/gu)) if (!known.has(char)) chars.add(char)
  if (chars.size === 0) return
  const { pinyin } = await import('pinyin-pro')
  const said = pinyin([...chars].join(''), { toneType: 'none', type: 'array', v: true })
  ;[...chars].forEach((char, at) => {
    known.set(char, said[at] ?? char)
  })
}

/** The syllable of a Chinese character without its tone; the character itself before it was learnt. */
export const syllable = (char: string): string => known.get(char) ?? char
