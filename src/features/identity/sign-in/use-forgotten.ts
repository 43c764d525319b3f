import { useCallback, useEffect, useState } from 'react'
import { forgotPassword, resetCode, resetForgotten } from '#contract/calls/identity/forgotten.ts'
import type { Words } from '#contract/kit/words.ts'
import { passwordProblem } from '#contract/password-rules.ts'
import { invoke } from '#src/data/client.ts'
import { type Captcha, fetchCaptcha } from '#src/data/session.ts'
import { useWords } from '#src/words/words.ts'
import { forgottenTexts } from './forgotten-texts.ts'
import { hospitalSent } from './hospital-typed.ts'

/** What is typed for a new password. */
export interface NewPassword {
  readonly code: string
  readonly newPassword: string
  readonly repeat: string
}

/** What is wrong with a new password before it is sent, by field. */
export function newPasswordProblems({ code, newPassword, repeat }: NewPassword): { readonly [part in keyof NewPassword]?: Words } {
  const weak = passwordProblem(newPassword)
  const isCode = new RegExp(`^\\d{${resetCode.digits}}$`).test(code.trim())
  const differs = { zh: '两次密码输入不一致', en: 'The two new passwords differ' }
  return {
    ...(!isCode && { code: forgottenTexts.needCode }),
    ...(weak && { newPassword: weak }),
    ...(repeat !== newPassword && { repeat: differs }),
  }
}

/** The course of a new password by a code: a captcha, the request for a code, the new password. `hospital`: as typed. */
export function useForgotten(hospital: string) {
  const { word } = useWords()
  const [captcha, setCaptcha] = useState<Captcha>()
  const [isAsked, setAsked] = useState(false)
  const [isDone, setDone] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const renew = useCallback(async (): Promise<void> => {
    setCaptcha(
      await fetchCaptcha().catch((thrown: unknown) => {
        setProblem((thrown as Error).message)
        return undefined
      }),
    )
  }, [])
  useEffect(() => void renew(), [renew])
  const doing = async (work: () => Promise<void>): Promise<boolean> => {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
      return true
    } catch (thrown) {
      setProblem((thrown as Error).message)
      return false
    } finally {
      setBusy(false)
    }
  }
  /** Asks for a code; what comes back is the same for every account. A captcha counts once, right or wrong. */
  const ask = async (account: string, code: string): Promise<void> => {
    if (account.trim() === '') return setProblem(word('login.needAccount'))
    if (code.trim() === '') return setProblem(word('login.needCaptcha'))
    const body = { ...hospitalSent(hospital), account: account.trim(), key: captcha?.key ?? '', code: code.trim() }
    const isTaken = await doing(async () => void (await invoke(forgotPassword, { noRenew: true, body })))
    if (isTaken) setAsked(true)
    else await renew()
  }
  const reset = async (account: string, { code, newPassword }: NewPassword): Promise<void> => {
    const body = { ...hospitalSent(hospital), account: account.trim(), code: code.trim(), newPassword }
    if (await doing(async () => void (await invoke(resetForgotten, { noRenew: true, body })))) setDone(true)
  }
  const again = async (): Promise<void> => {
    setAsked(false)
    setProblem(undefined)
    await renew()
  }
  return { captcha, renew, isAsked, isDone, problem, isBusy, ask, reset, again }
}
