import { homeTime } from '../time/moment.ts'
import type { Language, Words } from '../words.ts'
import { type Machine, sourcesOf } from './machine.ts'

/** A step that another person took on the row before a queued one arrived. */
export interface Taken {
  readonly step: string
  readonly who: string | null
  /** ISO moment at which it happened. */
  readonly at: string
  /** The state after it. */
  readonly to: string
}

const quoted = (words: Words, language: Language): string => (language === 'zh' ? `“${words.zh}”` : `“${words.en}”`)

/**
 * The conflict of two people's steps on one row, decided by the state machine, in words: who did what and when, and what follows for the
 * later step. `state`: the row's current state.
 */
export function overtaken(on: Machine, name: string, { step, who, at, to }: Taken, state: string, language: Language): string {
  const mine = on.steps[name]
  const theirs = on.steps[step]
  if (!mine || !theirs) return ''
  const now = on.states[state] ?? { zh: state, en: state }
  const when = homeTime(at)
  const [my, their, is] = [quoted(mine, language), quoted(theirs, language), quoted(now, language)]
  const isSame = step === name && to === state
  const isOpen = sourcesOf(on, mine).includes(state)
  if (language === 'zh') {
    const before = `${who ?? '系统'}已在 ${when} 先办理了${their}，现在是${is}`
    if (isSame) return `${before}。您的${my}不必再办，没有重复生效`
    return isOpen ? `${before}。您的${my}没有生效，看过后仍可以重新发送` : `${before}。您的${my}没有生效，这个状态下也不能再办理`
  }
  const before = `${who ?? 'The system'} took ${their} first, at ${when}. The state is now ${is}`
  if (isSame) return `${before}. Your ${my} is no longer needed and had no second effect`
  return isOpen
    ? `${before}. Your ${my} had no effect. You may still send it once you have looked`
    : `${before}. Your ${my} had no effect and is not possible in this state`
}
