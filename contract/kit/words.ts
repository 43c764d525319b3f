/** A label in both languages. Chinese is the default. */
export interface Words {
  readonly zh: string
  readonly en: string
}

export const languages = ['zh', 'en'] as const
export type Language = (typeof languages)[number]

/** The words of a flag. */
export const flagWords = { 1: { zh: '是', en: 'Yes' }, 0: { zh: '否', en: 'No' } } as const

/** The label in the asked language. */
export function say(words: Words, language: Language): string {
  return words[language]
}

/** A label inside a sentence: “Add device card”. Abbreviations such as RFID stay. */
export const inSentence = (label: string): string => label.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())

/** Several things after one another, as a sentence of the language names them. */
export function listed(parts: readonly string[], language: Language): string {
  return parts.join(language === 'zh' ? '、' : ', ')
}

/** A text as a person reads it: one of `seeded` is what the program wrote itself, in Chinese; any other is what a hospital wrote and stays. */
export function saySeeded(seeded: readonly Words[] | undefined, text: string, language: Language): string {
  return seeded?.find(({ zh }) => zh === text)?.[language] ?? text
}

/** Several such texts that the program joined by “、”. */
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

/** The value of a text field as a person reads it. */
export const seededText = ({ seeded, several }: Seeded, text: string, language: Language): string =>
  (several ? saySeededList : saySeeded)(seeded, text, language)

/** The same in every language, of things that have words. */
export function listedWords(parts: readonly Words[]): Words {
  const all = (language: Language): string =>
    listed(
      parts.map((part) => say(part, language)),
      language,
    )
  return { zh: all('zh'), en: all('en') }
}
