import { useCallback, useEffect, useRef, useState } from 'react'
import { federatedBegin, signInWays } from '#contract/calls/identity/identity.ts'
import { token } from '#contract/calls/identity/session.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { invoke } from '#src/data/client.ts'
import { type PendingRegistration, pendingRegistrationIn } from '#src/data/pending-registration.ts'
import { type FactorShown, needsFactor, sentFactor } from '#src/data/second-factor.ts'
import { enterAs, type Person } from '#src/data/session.ts'
import { keep } from '#src/data/stored.ts'
import { useWords } from '#src/words/words.ts'
import { hospitalSent } from './hospital-typed.ts'
import { type PasskeyAsked, passkeyAskedIn } from './passkey.ts'

/** A way to sign in beside the password. */
export type SignInWay = AnswerOf<typeof signInWays>[number]

/** Where providers send a browser back to, in either body. */
export const federatedRoute = '/login/federated/:tenantId/:source'

/** Here and not among the words of the phone, which load first. */
export const waysTexts = {
  own: { zh: '本系统账号', en: 'Local account' },
  accounts: { zh: '账号类型', en: 'Account type' },
  or: { zh: '或', en: 'or' },
  waiting: { zh: '正在登录…', en: 'Signing in…' },
  cancelled: { zh: '身份源未完成登录，请重新登录', en: 'The provider did not finish the sign-in. Sign in again' },
  back: { zh: '返回登录', en: 'Back to sign-in' },
  passkey: { zh: '使用通行密钥', en: 'Use a passkey' },
  code: { zh: '动态验证码或恢复码', en: 'Code or recovery code' },
} as const

/** Milliseconds after the last key before the ways of a tenant are asked for. */
const typedMs = 300

/** The ways that a tenant offers, as one types its number or name; none for one that is not known. `onOther`: another tenant was typed. */
export function useWays(hospital: string, onOther: (directory: undefined) => void): readonly SignInWay[] {
  const [ways, setWays] = useState<readonly SignInWay[]>([])
  useEffect(() => {
    let isOver = false
    setWays([])
    onOther(undefined)
    const asking = setTimeout(() => {
      void invoke(signInWays, { noRenew: true, query: hospitalSent(hospital) }).then(
        (found) => isOver || setWays(found),
        () => {},
      )
    }, typedMs)
    return () => {
      isOver = true
      clearTimeout(asking)
    }
  }, [hospital, onOther])
  return ways
}

/** Goes to a provider of a tenant, which sends the browser back to the body it came from. Throws ApiError. */
export async function goToProvider({ tenantId, source }: SignInWay, body: 'desk' | 'phone'): Promise<void> {
  const { address } = await invoke(federatedBegin, { noRenew: true, body: { tenantId, source } })
  keep('wentFrom', body, true)
  globalThis.location.assign(address)
}

interface Given {
  readonly tenantId: string
  readonly source: string
  readonly code: string
  readonly state: string
  readonly iss?: string | undefined
}

/** Signs in with what a provider has sent back. Throws ApiError. */
async function comeBackFrom(given: Given, factor: FactorShown): Promise<Person> {
  await invoke(token, { noRenew: true, body: { grant_type: 'social', ...given, ...sentFactor(factor) } })
  return enterAs(given.tenantId)
}

/** The code of a return; one of the vendors names it otherwise. */
const codeIn = (search: URLSearchParams): string => search.get('code') ?? search.get('authCode') ?? ''

/**
 * Signs in with what a provider has sent back in the address, and asks for the second factor of who has one. `before`: what has to end first.
 */
export function useComingBack(tenantId: string, source: string, before?: () => Promise<void>) {
  const { word, say } = useWords()
  const [search] = useState(() => new URLSearchParams(globalThis.location.search))
  const [problem, setProblem] = useState<string>()
  const [asksFactor, setAsksFactor] = useState(false)
  const [passkey, setPasskey] = useState<PasskeyAsked>()
  const [pending, setPending] = useState<PendingRegistration>()
  const [isIn, setIn] = useState(false)
  const begun = useRef(false)
  const send = useCallback(
    async (factor: FactorShown = {}): Promise<void> => {
      setProblem(undefined)
      try {
        await before?.()
        const came = { code: codeIn(search), state: search.get('state') ?? '', iss: search.get('iss') ?? undefined }
        await comeBackFrom({ tenantId, source, ...came }, factor)
        setIn(true)
      } catch (thrown) {
        setProblem((thrown as Error).message)
        setAsksFactor(needsFactor(thrown))
        setPasskey(passkeyAskedIn(thrown))
        setPending(pendingRegistrationIn(thrown))
      }
    },
    [tenantId, source, search, before],
  )
  useEffect(() => {
    document.title = word('login.title')
    if (begun.current) return
    begun.current = true
    // The address forgets it at once: what is in an address stays in the history.
    globalThis.history.replaceState(null, '', globalThis.location.pathname)
    if (codeIn(search) && search.get('state')) void send()
    else setProblem(say(waysTexts.cancelled))
  }, [send, say, search, word])
  return { problem, setProblem, asksFactor, passkey, pending, isIn, send }
}
