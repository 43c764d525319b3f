import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Alert, Button, Checkbox, Empty } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { dueDays } from '#contract/calls/insight/due.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { type Due, dues } from '#contract/kit/entity/due.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { isWeekend } from '#contract/kit/time/due-day.ts'
import { isDay } from '#contract/kit/time/moment.ts'
import { useCall } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { dayBeside, dayTowards, weeksAround } from '#src/kit/calendar/calendar-days.ts'
import { dateFormat } from '#src/kit/formats.ts'
import { weekdayText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { DueFeedButton } from './due-feed-dialog.tsx'
import '#src/kit/calendar/calendar.css'
import './due-calendar.css'

type Found = AnswerOf<typeof dueDays>

/** Kinds of one day that its field of the month names; the chosen day names all. */
const mostOfField = 4

/** The list with exactly the rows of a kind and day. */
function listOf({ of, by, where = {}, page }: Due, day: string): string {
  const wired = Object.entries(where).map(([name, value]) => [wireName(name, of.fields[name]!), value])
  return `${page}?${new URLSearchParams(Object.fromEntries([...wired, [`${by}_ge`, day], [`${by}_le`, day]]))}`
}

/** What is due on the days of a month, of every kind that the person may list, and the rows of the chosen day. */
export function DueCalendarPage(): ReactNode {
  const { word, say, language } = useWords()
  const rights = useSession((state) => state.person?.rights)
  const [params, setParams] = useSearchParams()
  const today = homeDay(new Date())
  const asked = params.get('day') ?? ''
  const day = isDay(asked) ? asked : today
  const hidden = new Set(params.get('without')?.split(',') ?? [])
  const days = weeksAround(day, 'month').flat()
  const found = useCall(dueDays, { from: days[0]!, to: days.at(-1)! })
  const kinds = dues.filter(({ of }) => rights?.includes(`${of.name}.list`))
  const shown = kinds.filter(({ name }) => !hidden.has(name))
  const of = (at: string): { due: Due; part: Found[number] }[] =>
    shown.flatMap((due) => {
      const part = found.data?.find((one) => one.kind === due.name && one.day === at)
      return part ? [{ due, part }] : []
    })
  const change = (next: Readonly<Record<string, string>>): void => {
    const changed = new URLSearchParams({ ...Object.fromEntries(params), ...next })
    for (const [name, value] of Object.entries(next)) if (value === '') changed.delete(name)
    setParams(changed, { replace: true })
  }
  const go = (next: string): void => change({ day: next === today ? '' : next })
  const toggle = (name: string): void => {
    const left = kinds.map((one) => one.name).filter((one) => (one === name ? !hidden.has(one) : hidden.has(one)))
    change({ without: left.join() })
  }
  const grid = useRef<HTMLDivElement>(null)
  const isMoved = useRef(false)
  // The focus follows a day that the arrow keys have reached, also into another month.
  useEffect(() => {
    if (!isMoved.current) return
    isMoved.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  }, [day])
  const title = dateFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`))
  const chosen = of(day)
  return (
    <article className="eam-panel eam-due">
      <div className="eam-calendar-tools">
        <Button aria-label={word('calendar.before')} icon={<LeftOutlined />} onClick={() => go(dayBeside(day, 'month', -1))} />
        <Button onClick={() => go(today)}>{word('calendar.today')}</Button>
        <Button aria-label={word('calendar.after')} icon={<RightOutlined />} onClick={() => go(dayBeside(day, 'month', 1))} />
        <h3 aria-live="polite">{title}</h3>
        <DueFeedButton />
        <fieldset className="eam-due-kinds" aria-label={word('due.kinds')}>
          {kinds.map((one) => (
            <Checkbox key={one.name} checked={!hidden.has(one.name)} onChange={() => toggle(one.name)}>
              {say(one)}
            </Checkbox>
          ))}
        </fieldset>
      </div>
      {found.error && <Alert type="error" showIcon title={found.error.message} />}
      <div className="eam-due-body" aria-busy={found.isPending}>
        <div ref={grid} className="eam-calendar-grid eam-calendar-month">
          {days.map((one) => {
            const parts = of(one)
            const looks = [
              one === today && 'eam-calendar-today',
              one.slice(0, 7) !== day.slice(0, 7) && 'eam-calendar-beside',
              isWeekend(one) && 'eam-calendar-rest',
            ]
            return (
              <button
                key={one}
                type="button"
                className={['eam-calendar-day', 'eam-due-day', ...looks].filter(Boolean).join(' ')}
                aria-pressed={one === day}
                aria-current={one === today ? 'date' : undefined}
                data-day={one}
                tabIndex={one === day ? 0 : -1}
                onClick={() => go(one)}
                onKeyDown={(event) => {
                  const next = dayTowards(event.key, one)
                  if (next === undefined) return
                  event.preventDefault()
                  isMoved.current = true
                  go(next)
                }}
              >
                <span className="eam-due-date">{weekdayText(one, language)}</span>
                {parts.slice(0, mostOfField).map(({ due, part }) => (
                  <span key={due.name} className="eam-due-part" data-late={one < today || undefined}>
                    {one < today && <span className="eam-unseen">{word('due.late')}</span>}
                    {say(due)} <b>{part.count}</b>
                  </span>
                ))}
                {parts.length > mostOfField && (
                  <span className="eam-due-more">{word('due.more', { left: parts.length - mostOfField })}</span>
                )}
              </button>
            )
          })}
        </div>
        <section className="eam-due-list" aria-label={weekdayText(day, language)}>
          <h3>{weekdayText(day, language)}</h3>
          {chosen.length === 0 && !found.isPending && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('due.none')} />}
          {chosen.map(({ due, part }) => (
            <div key={due.name}>
              <h4>
                {say(due)} <small>{part.count}</small>
              </h4>
              <ul>
                {part.rows.map((row) => (
                  <li key={row.id}>
                    <Link to={`${due.page}?open=${row.id}`}>{row.title}</Link>
                  </li>
                ))}
              </ul>
              <Link to={listOf(due, day)}>{word('due.list', { count: part.count })}</Link>
            </div>
          ))}
        </section>
      </div>
    </article>
  )
}
