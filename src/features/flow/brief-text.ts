import type { BriefFact } from '#contract/entities/flow/brief.ts'
import type { Language } from '#contract/kit/words.ts'
import { dayText, momentText, moneyText, numberText } from '#src/kit/value-text.ts'

/** A fact of a document as its reader reads it. */
export function factText({ value, is }: BriefFact, language: Language): string {
  if (typeof value !== 'string') return value[language]
  if (is === 'money') return moneyText(value, language)
  if (is === 'number') return numberText(Number(value), language)
  if (is === 'date') return dayText(value, language)
  return is === 'time' ? momentText(value, language) : value
}
