import { Button } from 'antd-mobile'
import { token } from '#contract/calls/identity/session.ts'
import type { FactorShown } from '#src/data/second-factor.ts'
import { useWords } from '#src/words/words.ts'
import { type PasskeyAsked, showPasskey } from './passkey.ts'
import { SignInField } from './sign-in-field.tsx'
import { waysTexts } from './sign-in-ways.ts'

interface Props {
  readonly shown: FactorShown
  readonly onChange: (shown: FactorShown) => void
  /** What a passkey may be asked; absent where the person has none for this site. */
  readonly asked: PasskeyAsked | undefined
  readonly onPasskey: (shown: FactorShown) => void
  readonly onProblem: (message: string) => void
}

/** Asks for the second factor on the phone: a code or a passkey, and whether the phone is remembered. */
export function FactorAsking({ shown, onChange, asked, onPasskey, onProblem }: Props) {
  const { say } = useWords()
  const ask = async (of: PasskeyAsked): Promise<void> => {
    const outcome = await showPasskey(of)
    if ('problem' in outcome) onProblem(say(outcome.problem))
    else onPasskey({ ...shown, passkey: outcome.answer })
  }
  return (
    <>
      {asked ? (
        <Button block onClick={() => void ask(asked)}>
          {say(waysTexts.passkey)}
        </Button>
      ) : null}
      <SignInField
        label={say(token.input.totp)}
        value={shown.totp ?? ''}
        onChange={(totp) => onChange({ ...shown, totp })}
        autoComplete="one-time-code"
      />
      <label className="ph-label">
        <input type="checkbox" checked={shown.isKept === true} onChange={(event) => onChange({ ...shown, isKept: event.target.checked })} />{' '}
        {say(token.input.remember)}
      </label>
    </>
  )
}
