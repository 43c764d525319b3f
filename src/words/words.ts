import { useMemo, useSyncExternalStore } from 'react'
import { type Language, say, type Words } from '#contract/kit/words.ts'
import { language, onLanguage } from '../data/language.ts'
import type { deskZh } from './desk-zh.ts'
import type { phoneZh } from './phone-zh.ts'
import type { zh } from './zh.ts'

export type WordKey = keyof typeof zh | keyof typeof deskZh | keyof typeof phoneZh
export type WordValues = Readonly<Record<string, string | number>>

type Texts = Readonly<Record<string, string>>

let texts: Readonly<Record<Language, Texts>> = { zh: {}, en: {} }

/**
 * Gives the words of one body: `startWords({ zh: { ...zh, ...phoneZh }, en: { ...en, ...phoneEn } })`. Runs before the first render; the document is
 * told the chosen language, now and whenever it changes.
 */
export async function startWords(words: Readonly<Record<Language, Texts>>): Promise<void> {
  texts = words
  const tell = (next: Language): void => {
    if (globalThis.document) document.documentElement.lang = next === 'zh' ? 'zh-CN' : 'en'
  }
  onLanguage(tell)
  tell(language())
}

/** The text of a key with its blanks filled; a blank without a value is left out. */
function filled(key: WordKey, values: WordValues | undefined, on: Language): string {
  const text = texts[on][key] ?? texts.zh[key] ?? key
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values?.[name] ?? ''))
}

/** A free word in the chosen language; `{name}` is filled from the values. */
export function word(key: WordKey, values?: WordValues): string {
  return filled(key, values, language())
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
  return useMemo(() => ({ language: now, word: (key, values) => filled(key, values, now), say: (words) => say(words, now) }), [now])
}
