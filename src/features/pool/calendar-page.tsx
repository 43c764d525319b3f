import { SearchOutlined } from '@ant-design/icons'
import { Button, Empty, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { poolCalendar } from '#contract/calls/pool/pool.ts'
import { daysAfter, homeDay, mondayOf } from '#contract/kit/time/day.ts'
import { useCall } from '#src/data/hooks.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useDebounced } from '#src/kit/use-debounced.ts'
import { dayText, weekdayText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { BorrowButtons } from './borrow-buttons.tsx'
import { CalendarRow } from './calendar-row.tsx'
import './pool.css'

const days = 7

/** A week of the whole pool: a line for each device, what is taken as bars over it. */
export function CalendarPage(): ReactNode {
  const { word, language } = useWords()
  const navigate = useNavigate()
  const [beginDate, setBegin] = useState(() => mondayOf(homeDay(new Date())))
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed, 300)
  const calendar = useCall(poolCalendar, { beginDate, days: String(days), ...(keyword ? { keyword } : {}) })
  const today = homeDay(new Date())
  const shown = Array.from({ length: days }, (_, n) => daysAfter(beginDate, n))
  return (
    <article className="eam-panel eam-calendar">
      <div className="eam-actions">
        <Button onClick={() => setBegin(daysAfter(beginDate, -days))}>{word('pool.week')}</Button>
        <Button onClick={() => setBegin(mondayOf(today))}>{word('pool.thisWeek')}</Button>
        <Button onClick={() => setBegin(daysAfter(beginDate, days))}>{word('pool.nextWeek')}</Button>
        <strong className="eam-calendar-week">{`${dayText(shown[0]!, language)} – ${dayText(shown.at(-1)!, language)}`}</strong>
        <Input
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          value={typed}
          placeholder={word('pool.find')}
          aria-label={word('pool.find')}
          onChange={(event) => setTyped(event.target.value)}
        />
        <span className="eam-grow" />
        <Button onClick={() => void navigate('/eam/share')}>{word('pool.toList')}</Button>
      </div>
      {!calendar.data ? (
        <Outcome isLoading={calendar.isPending} error={calendar.error} onRetry={() => void calendar.refetch()} />
      ) : calendar.data.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word(keyword ? 'pool.noneThatTime' : 'pool.nothing')} />
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{word('pool.device')}</th>
              {shown.map((day) => (
                <th key={day} scope="col" className={day === today ? 'eam-today' : undefined}>
                  {weekdayText(day, language)}
                </th>
              ))}
              <th scope="col" aria-label={word('pool.borrow')} />
            </tr>
          </thead>
          <tbody>
            {calendar.data.map((row) => (
              <CalendarRow
                key={row.deviceId}
                row={row}
                days={shown}
                acts={<BorrowButtons deviceId={row.deviceId} deviceName={row.deviceName} isOfMany />}
              />
            ))}
          </tbody>
        </table>
      )}
    </article>
  )
}
