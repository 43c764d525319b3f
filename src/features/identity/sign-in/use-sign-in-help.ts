import { useEffect, useState } from 'react'
import { signInHelp } from '#contract/calls/identity/identity.ts'
import { invoke } from '#src/data/client.ts'
import { useWords } from '#src/words/words.ts'
import { hospitalSent } from './hospital-typed.ts'
import { signInTexts } from './sign-in-texts.ts'

/** What the sign-in says to a forgotten password. */
interface SignInHelp {
  readonly text: string
  /** The hospital sends codes for a new password. */
  readonly sends: boolean
}

/** Whom to ask about a forgotten password: the hospital's own text, else general words, as without a network. `hospital`: what the field says. */
export function useSignInHelp(hospital: string, isOpen: boolean): SignInHelp {
  const { say } = useWords()
  const [own, setOwn] = useState<SignInHelp>({ text: '', sends: false })
  useEffect(() => {
    if (!isOpen) return
    let isOver = false
    setOwn({ text: '', sends: false })
    invoke(signInHelp, { noRenew: true, query: hospitalSent(hospital) }).then(
      (found) => isOver || setOwn(found),
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [hospital, isOpen])
  return { text: own.text || say(own.sends ? signInTexts.byCode : signInTexts.ask), sends: own.sends }
}
