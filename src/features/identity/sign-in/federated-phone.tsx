import { Button } from 'antd-mobile'
import { type FormEvent, useState } from 'react'
import { Link, Navigate, useParams } from 'react-router-dom'
import type { FactorShown } from '#src/data/second-factor.ts'
import { signOutSettled } from '#src/kit/phone/sign-out.ts'
import { useWords } from '#src/words/words.ts'
import { FactorAsking } from './factor-asking.tsx'
import { useComingBack, waysTexts } from './sign-in-ways.ts'
import './sign-in-phone.css'

/** Signs in on the phone with what a provider has sent back, and asks for the second factor of who has one. */
export function FederatedPhone() {
  const { word, say } = useWords()
  const { tenantId = '', source = '' } = useParams()
  const [factor, setFactor] = useState<FactorShown>({})
  const { problem, setProblem, asksFactor, passkey, isIn, send } = useComingBack(tenantId, source, signOutSettled)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send(factor)
  }
  if (isIn) return <Navigate to="/" replace />
  return (
    <form className="ph-sign-in" onSubmit={submit} noValidate>
      <img className="ph-logo" src="/favicon.svg" alt="" />
      <h1>{word('signIn.title')}</h1>
      {problem ? (
        <p className="ph-alert" role="alert">
          {problem}
        </p>
      ) : (
        <p role="status">{say(waysTexts.waiting)}</p>
      )}
      {asksFactor ? (
        <>
          <FactorAsking
            shown={factor}
            onChange={setFactor}
            asked={passkey}
            onPasskey={(shown) => void send(shown)}
            onProblem={setProblem}
          />
          <Button block color="primary" type="submit">
            {word('login.submit')}
          </Button>
        </>
      ) : null}
      {problem ? (
        <Link className="ph-text-link" to="/sign-in">
          {say(waysTexts.back)}
        </Link>
      ) : null}
    </form>
  )
}
