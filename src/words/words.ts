import { useMemo, useSyncExternalStore } from 'react'
import { type Language, say, type Words } from '#contract/kit/words.ts'
import { language, onLanguage } from '../data/language.ts'
import type { deskZh } from './zh/desk.ts'
import type { phoneZh } from './zh/phone.ts'
import type { zh } from './zh/zh.ts'

export type WordKey = keyof typeof zh | keyof typeof deskZh | keyof typeof phoneZh
export type WordValues = Readonly<Record<string, string | number>>

/** Texts of one language by key. */
export type OneLanguage = Readonly<Record<string, string>>

/** The texts of one body by key, in both languages. */
export type Texts = Readonly<Record<Language, OneLanguage>>

/** Says a key in a language, its blanks filled. */
export type Speaker = (key: string, values: WordValues | undefined, on: Language) => string

let speak: Speaker = (key) => key

/**
 * Gives one body its words. Runs before the first render; the document gets the chosen language, now and at every change.
 */
export function startWords(speaker: Speaker): void {
  speak = speaker
  const tell = (next: Language): void => {
    if (globalThis.document) document.documentElement.lang = next === 'zh' ? 'zh-CN' : 'en'
  }
  onLanguage(tell)
  tell(language())
}

/**
 * Speaks without a library, for pages whose first load has no room for one. A blank without a value is left out. A language may be missing until it
 * has loaded.
 */
export const plainSpeaker =
  (texts: Partial<Texts>): Speaker =>
  (key, values, on) =>
    (texts[on]?.[key] ?? texts.zh?.[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => String(values?.[name] ?? ''))

/** A free word in the chosen language; `{name}` is filled from the values. */
export function word(key: WordKey, values?: WordValues): string {
  return speak(key, values, language())
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
  return useMemo(() => ({ language: now, word: (key, values) => speak(key, values, now), say: (words) => say(words, now) }), [now])
}
