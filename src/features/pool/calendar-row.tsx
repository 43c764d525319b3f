import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { poolCalendar } from '#contract/calls/pool.ts'
import { borrowingStates } from '#contract/entities/pool/borrowing-states.ts'
import type { AnswerOf } from '#contract/kit/answer.ts'
import { dayMs } from '#contract/kit/day.ts'
import { homeOffset } from '#contract/kit/moment.ts'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

type Line = AnswerOf<typeof poolCalendar>[number]
type Span = Line['spans'][number]

interface Props {
  readonly row: Line
  readonly days: readonly string[]
  readonly acts: ReactNode
}

/** One device of the calendar. */
export function CalendarRow({ row, days, acts }: Props): ReactNode {
  const begin = Date.parse(`${days[0]}T00:00:00${homeOffset}`)
  return (
    <tr>
      <th scope="row">
        {row.deviceName}
        <small>{[row.deviceCode, row.deptName].filter(Boolean).join(' · ')}</small>
      </th>
      <td colSpan={days.length}>
        <div className="eam-calendar-line" style={{ backgroundSize: `${100 / days.length}% 100%` }}>
          {row.spans.map((span) => (
            <Bar key={`${span.fromTime} ${span.toTime}`} span={span} begin={begin} length={days.length * dayMs} />
          ))}
        </div>
      </td>
      <td className="eam-calendar-acts">{acts}</td>
    </tr>
  )
}

/** A stretch of time that is taken: state, department and times in words, its place by its times. */
function Bar({ span, begin, length }: { readonly span: Span; readonly begin: number; readonly length: number }): ReactNode {
  const { say, word, language } = useWords()
  const share = (moment: number): number => Math.min(100, Math.max(0, ((moment - begin) / length) * 100))
  const left = share(Date.parse(span.fromTime))
  const right = share(span.isOverdue ? Math.max(Date.now(), Date.parse(span.toTime)) : Date.parse(span.toTime))
  const state = span.isOverdue ? word('pool.overdue') : say(borrowingStates[span.status])
  const times = `${momentText(span.fromTime, language)} – ${momentText(span.toTime, language)}`
  const label = [state, span.deptName, times].filter(Boolean).join(' · ')
  const props = {
    className: 'eam-calendar-bar',
    'data-tone': span.isOverdue ? 'bad' : borrowingStates[span.status].tone,
    'data-state': span.isOverdue ? 'overdue' : span.status,
    style: { insetInlineStart: `${left}%`, width: `${Math.max(1, right - left)}%` },
    title: label,
  }
  return span.id ? (
    <Link to={`/eam/shared-borrowing/${span.id}`} aria-label={label} {...props}>
      {span.deptName ?? state}
    </Link>
  ) : (
    <span role="img" aria-label={label} {...props}>
      {span.deptName ?? state}
    </span>
  )
}
