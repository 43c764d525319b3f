import { type Language, languages } from '#contract/kit/words.ts'
import { keep, kept } from './stored.ts'

type Listener = (language: Language) => void
const listeners = new Set<Listener>()
let prepare: (language: Language) => Promise<void> | undefined = () => undefined

const remembered = kept<Language>('language')
let current: Language = remembered && languages.includes(remembered) ? remembered : 'zh'

/** The language the person chose; Chinese by default. */
export function language(): Language {
  return current
}

/** Names what must be there before a language can be spoken, such as its words; `undefined` if all is there. */
export function prepareLanguage(work: typeof prepare): void {
  prepare = work
}

/** Changes and stores the language once its words are there; calls listeners in order. */
export function chooseLanguage(next: Language): void {
  if (next === current) return
  const ready = prepare(next)
  if (ready) void ready.then(() => change(next)).catch((error: unknown) => console.error(error))
  else change(next)
}

function change(next: Language): void {
  current = next
  keep('language', next)
  for (const listener of listeners) listener(next)
}

/** Subscribes to changes of the language; returns the function that unsubscribes. */
export function onLanguage(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
