import type { Entry } from '#contract/entities/checklist/judge.ts'
import type { Language } from '#contract/kit/words.ts'
import { checklistWords as words } from './checklist-words.ts'

/** An answer as a person reads it; empty for photos, signatures and what is not answered. */
export function answerText({ kind, answer, unit }: Pick<Entry, 'kind' | 'answer' | 'unit'>, language: Language): string {
  if (answer === null || answer === undefined || kind === 'photo' || kind === 'signature') return ''
  if (kind === 'yesNo') return words[answer === 'yes' ? 'yes' : 'no'][language]
  return [String(answer), kind === 'number' ? unit : ''].filter(Boolean).join(' ')
}

/** The files of an answer: photos or a signature. */
export const answerFiles = ({ kind, answer }: Pick<Entry, 'kind' | 'answer'>): string[] =>
  (kind === 'photo' || kind === 'signature') && answer ? [answer].flat().map(String) : []
