import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { signInByToken } from '#src/data/session.ts'
import { useWords } from '#src/words/words.ts'
import { greet } from '../greeting.ts'
import { type LoginLink, loginLink } from './login-link.ts'

interface LinkState {
  /** The tenant that the address named. */
  readonly tenantId: string | undefined
  readonly isBusy: boolean
  readonly problem: string | undefined
}

/** Follows what the address of the log-in carries: a tenant to begin with, and a refresh token that hands a session over. */
export function useLoginLink(): LinkState {
  const { word } = useWords()
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const link = useRef<LoginLink>(undefined)
  link.current ??= search ? loginLink(search) : undefined
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(link.current?.refreshToken !== undefined)
  const isSent = useRef(false)
  useEffect(() => {
    if (!search) return
    void navigate('/login', { replace: true, state })
    const { tenantId, refreshToken } = link.current ?? {}
    if (!tenantId || !refreshToken || isSent.current) return
    isSent.current = true
    signInByToken(tenantId, refreshToken).then(
      // Who follows a link sees whose session it opened.
      (person) => greet(word('login.byLink', { name: person.realName, tenant: person.tenantName })),
      (thrown: Error) => {
        setProblem(thrown.message)
        setBusy(false)
      },
    )
  }, [search, state, navigate, word])
  return { tenantId: link.current?.tenantId, isBusy, problem }
}
