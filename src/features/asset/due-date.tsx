import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { homeDay } from '#contract/kit/measure-groups.ts'
import { dayText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

/** From this many days before its end on a date is marked. */
const soon = 60

const dayMs = 86_400_000

/** A date that something is due, and how long it is until then; red when it is past. */
export function DueDate({ day }: { readonly day: string }): ReactNode {
  const { word, language } = useWords()
  const days = Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${homeDay(new Date())}T00:00:00Z`)) / dayMs)
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
