import i18next from 'i18next'
import { useMemo, useSyncExternalStore } from 'react'
import { type Language, say, type Words } from '#contract/kit/words.ts'
import { language, onLanguage } from '../data/language.ts'
import type { deskZh } from './desk-zh.ts'
import type { phoneZh } from './phone-zh.ts'
import type { zh } from './zh.ts'

export type WordKey = keyof typeof zh | keyof typeof deskZh | keyof typeof phoneZh
export type WordValues = Readonly<Record<string, string | number>>

/**
 * Starts i18next with the words of one body: `startWords({ zh: { ...zh, ...phoneZh }, en: { ...en, ...phoneEn } })`. Runs
 * before the first render; follows the chosen language afterwards and tells the document.
 */
export async function startWords(words: Readonly<Record<Language, Readonly<Record<string, string>>>>): Promise<void> {
  await i18next.init({
    lng: language(),
    fallbackLng: 'zh',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
    resources: { zh: { translation: words.zh }, en: { translation: words.en } },
    initAsync: false,
  })
  const tell = (next: Language): void => {
    void i18next.changeLanguage(next)
    if (globalThis.document) document.documentElement.lang = next === 'zh' ? 'zh-CN' : 'en'
  }
  onLanguage(tell)
  tell(language())
}

/** A free word in the chosen language; `{name}` is filled from the values. */
export function word(key: WordKey, values?: WordValues): string {
  return i18next.t(key, values)
}

export interface Speech {
  readonly language: Language
  readonly word: (key: WordKey, values?: WordValues) => string
  /** The label of an entity, field, choice or step. */
  readonly say: (words: Words) => string
}

/** Words for a component; it renders again when the language changes. */
export function useWords(): Speech {
  const now = useSyncExternalStore(onLanguage, language, language)
  return useMemo(
    () => ({ language: now, word: (key, values) => i18next.t(key, { ...values, lng: now }), say: (words) => say(words, now) }),
    [now],
  )
}
