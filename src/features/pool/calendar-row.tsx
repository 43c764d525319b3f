import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { poolCalendar } from '#contract/calls/pool/pool.ts'
import { borrowingStates } from '#contract/entities/pool/borrowing-states.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { dayMs } from '#contract/kit/time/day.ts'
import { homeOffset } from '#contract/kit/time/moment.ts'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { type PlacedBar, placeBars } from './calendar-bars.ts'

type Line = AnswerOf<typeof poolCalendar>[number]
type Span = Line['spans'][number]

/** The height of a lane in pixels. */
const laneHeight = 32

interface Props {
  readonly row: Line
  readonly days: readonly string[]
  readonly acts: ReactNode
}

/** One device of the calendar. */
export function CalendarRow({ row, days, acts }: Props): ReactNode {
  const begin = Date.parse(`${days[0]}T00:00:00${homeOffset}`)
  const bars = placeBars(row.spans, begin, days.length * dayMs)
  const lanes = Math.max(1, ...bars.map(({ lane }) => lane + 1))
  return (
    <tr>
      <th scope="row">
        {row.deviceName}
        <small>{[row.deviceCode, row.deptName].filter(Boolean).join(' · ')}</small>
      </th>
      <td colSpan={days.length}>
        <div className="eam-calendar-line" style={{ backgroundSize: `${100 / days.length}% 100%`, height: lanes * laneHeight }}>
          {bars.map((bar) => (
            <Bar key={`${bar.span.fromTime} ${bar.span.toTime}`} {...bar} />
          ))}
        </div>
      </td>
      <td className="eam-calendar-acts">{acts}</td>
    </tr>
  )
}

/** A stretch of time that is taken: state, department and times in words, its place by its times. */
function Bar({ span, lane, left, right }: PlacedBar<Span>): ReactNode {
  const { say, word, language } = useWords()
  const state = span.isOverdue ? word('pool.overdue') : say(borrowingStates[span.status])
  const times = `${momentText(span.fromTime, language)} – ${momentText(span.toTime, language)}`
  const label = [state, span.deptName, times].filter(Boolean).join(' · ')
  const props = {
    className: 'eam-calendar-bar',
    'data-tone': span.isOverdue ? 'bad' : borrowingStates[span.status].tone,
    'data-state': span.isOverdue ? 'overdue' : span.status,
    style: { insetInlineStart: `${left}%`, width: `${right - left}%`, top: lane * laneHeight + 3 },
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
