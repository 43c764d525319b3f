import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { daysBetween, homeDay } from '#contract/kit/day.ts'
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
        <Tag color="error">{word('device.overdueYears', { years: Math.floor(-days / 365) })}</Tag>
      ) : days < 0 ? (
        <Tag color="error">{word('device.overdue', { days: -days })}</Tag>
      ) : days === 0 ? (
        <Tag color="warning">{word('device.dueToday')}</Tag>
      ) : days <= soon ? (
        <Tag color="warning">{word('device.dueIn', { days })}</Tag>
      ) : null}
    </>
  )
}
