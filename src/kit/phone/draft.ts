import { useState } from 'react'
import { person } from '#src/data/session.ts'
import { forget as forgetKept, keep, kept } from '#src/data/stored.ts'

type Values = Readonly<Record<string, unknown>>

/** Photos too, while the page lives; a session that ends or a page that is loaded anew leaves the words. */
const whole = new Map<string, Values>()

const wordsOf = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string' || typeof value === 'number'))

/**
 * What somebody fills in, under a name: there again for the same person in this window when the form was left without sending it, by a slip of the thumb or
 * because the session ended. `forget` once it is sent.
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
