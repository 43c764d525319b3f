import type { ReactNode } from 'react'
import { daysBetween, homeDay } from '#contract/kit/time/day.ts'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { dayText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

/** From this many days before its end on a date is marked. */
const soon = 60

/** A date that something is due, and how long it is until then; red when it is past. */
export function DueDate({ day }: { readonly day: string }): ReactNode {
  const { word, language } = useWords()
  const days = daysBetween(homeDay(new Date()), day)
  return (
    <>
      {dayText(day, language)}{' '}
      {days <= -365 ? (
        <ToneTag tone="bad">{word('device.overdueYears', { years: Math.floor(-days / 365) })}</ToneTag>
      ) : days < 0 ? (
        <ToneTag tone="bad">{word('device.overdue', { days: -days })}</ToneTag>
      ) : days === 0 ? (
        <ToneTag tone="warn">{word('device.dueToday')}</ToneTag>
      ) : days <= soon ? (
        <ToneTag tone="warn">{word('device.dueIn', { days })}</ToneTag>
      ) : null}
    </>
  )
}
