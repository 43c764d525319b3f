import { useEffect, useState } from 'react'
import { signInHelp } from '#contract/calls/identity/identity.ts'
import { invoke } from '#src/data/client.ts'
import { useWords } from '#src/words/words.ts'
import { hospitalSent } from './hospital-typed.ts'
import { signInTexts } from './sign-in-texts.ts'

/** Whom to ask about a forgotten password: the hospital's own text, else general words, as without a network. `hospital`: what the field says. */
export function useSignInHelp(hospital: string, isOpen: boolean): string {
  const { say } = useWords()
  const [own, setOwn] = useState('')
  useEffect(() => {
    if (!isOpen) return
    let isOver = false
    setOwn('')
    invoke(signInHelp, { noRenew: true, query: hospitalSent(hospital) }).then(
      ({ text }) => isOver || setOwn(text),
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [hospital, isOpen])
  return own || say(signInTexts.ask)
}
