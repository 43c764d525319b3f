/** A label in both languages. Chinese is the default. */
export interface Words {
  readonly zh: string
  readonly en: string
}

export const languages = ['zh', 'en'] as const
export type Language = (typeof languages)[number]

/** The label in the asked language. */
export function say(words: Words, language: Language): string {
  return words[language]
}
