import { useState } from 'react'
import { person } from '#src/data/session.ts'
import { forget as forgetKept, keep, kept } from '#src/data/stored.ts'

type Values = Readonly<Record<string, unknown>>

/** Full values with photos, in memory. After a reload or the end of the session only the text is left, from session storage. */
const whole = new Map<string, Values>()

const wordsOf = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string' || typeof value === 'number'))

/**
 * A form's content under a name: restored for the same person in this window when the form was left unsent, by a mistaken tap or because the session
 * ended. Call `forget` after sending.
 */
export function useDraft(name: string, initial: Values): { values: Values; setValues: (next: Values) => void; forget: () => void } {
  const [key] = useState(() => `phoneDraft-${person()?.user_id ?? ''}-${name}`)
  const [values, set] = useState<Values>(() => whole.get(key) ?? kept<Values>(key) ?? initial)
  return {
    values,
    setValues: (next) => {
      whole.set(key, next)
      keep(key, wordsOf(next), true)
      set(next)
    },
    forget: () => {
      whole.delete(key)
      forgetKept(key)
    },
  }
}
