/** A label in both languages. Chinese is the default. */
export interface Words {
  readonly zh: string
  readonly en: string
}

export const languages = ['zh', 'en'] as const
export type Language = (typeof languages)[number]

/** The labels of a flag. */
export const flagWords = { 1: { zh: '是', en: 'Yes' }, 0: { zh: '否', en: 'No' } } as const

/** The label in a language. */
export function say(words: Words, language: Language): string {
  return words[language]
}

/** A label within a sentence: “Add device card”. Abbreviations such as RFID keep their case. */
export const inSentence = (label: string): string => label.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())

/** Joins a list of parts as in a sentence of the language. */
export function listed(parts: readonly string[], language: Language): string {
  return parts.join(language === 'zh' ? '、' : ', ')
}

/** A text in the reader's language: a program text (`seeded`, stored in Chinese) is translated; a hospital's own text is unchanged. */
export function saySeeded(seeded: readonly Words[] | undefined, text: string, language: Language): string {
  return seeded?.find(({ zh }) => zh === text)?.[language] ?? text
}

/** The same for several texts joined by “、”. */
export function saySeededList(seeded: readonly Words[] | undefined, texts: string, language: Language): string {
  return listed(
    texts.split('、').map((one) => saySeeded(seeded, one, language)),
    language,
  )
}

interface Seeded {
  readonly seeded?: readonly Words[]
  readonly several?: true
}

/** The value of a text field in the reader's language. */
export const seededText = ({ seeded, several }: Seeded, text: string, language: Language): string =>
  (several ? saySeededList : saySeeded)(seeded, text, language)

/** Joins a list of labels in every language. */
export function listedWords(parts: readonly Words[]): Words {
  const all = (language: Language): string =>
    listed(
      parts.map((part) => say(part, language)),
      language,
    )
  return { zh: all('zh'), en: all('en') }
}
