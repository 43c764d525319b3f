import { type Language, languages } from '#contract/kit/words.ts'
import { keep, kept } from './stored.ts'

type Listener = (language: Language) => void
const listeners = new Set<Listener>()

const remembered = kept<Language>('language')
let current: Language = remembered && languages.includes(remembered) ? remembered : 'zh'

/** The language the person chose; Chinese by default. */
export function language(): Language {
  return current
}

/** Changes and stores the language; calls listeners in order. */
export function chooseLanguage(next: Language): void {
  if (next === current) return
  current = next
  keep('language', next)
  for (const listener of listeners) listener(next)
}

/** Subscribes to changes of the language; returns the function that unsubscribes. */
export function onLanguage(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
