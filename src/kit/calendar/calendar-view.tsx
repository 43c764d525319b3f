import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Alert, Button, Segmented } from 'antd'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import type { Calendar } from '#contract/kit/entity/calendar.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { Tone } from '#contract/kit/fields/field.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { isWeekend } from '#contract/kit/time/due-day.ts'
import { machinesOf } from '#contract/registry.ts'
import type { Row } from '#src/data/hooks.ts'
import { dateFormat } from '#src/kit/formats.ts'
import type { ListState } from '#src/kit/list/list-state.ts'
import type { Change } from '#src/kit/list/use-list-state.ts'
import { textOf, weekdayText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { dayBeside, weeksAround } from './calendar-days.ts'
import { useDayCounts, useWeeks } from './use-calendar-rows.ts'
import { type DayMove, useDayMove } from './use-day-move.ts'
import './calendar.css'

interface Props {
  readonly view: View
  readonly facts: Calendar
  readonly list: ListState
  readonly change: Change
  /** The search of the list, without pages. */
  readonly criteria: Readonly<Record<string, string>>
  /** False while the first search is not known yet. */
  readonly isOn: boolean
  readonly onOpen: (row: Row) => void
}

/** Entries that a day shows before it names the number of the others. */
const mostOfDay = { month: 3, week: 12 } as const

/** Noon of a day in UTC, for formats that name it. */
const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`)

/** The rows of a list on the days of a month or a week. */
export function CalendarView({ view, facts, list, change, criteria, isOn, onOpen }: Props): ReactNode {
  const { word, language } = useWords()
  const keysId = useId()
  const today = homeDay(new Date())
  const { by } = facts
  const day = list.day ?? today
  const span = list.span ?? 'month'
  const weeks = weeksAround(day, span)
  const days = weeks.flat()
  const state = machinesOf(view.entity).find((machine) => view.fields[machine.field])?.field
  const heading = (facts.heading ?? [view.entity.title]).filter((name) => view.fields[name])
  const shown = [...new Set([view.entity.title, by, ...(state ? [state] : []), ...Object.keys(view.entity.editable ?? {}), ...heading])]
  const columns = shown.flatMap((name) => (view.fields[name] ? [wireName(name, view.fields[name])] : [])).join(',')
  const { [`${by}_ge`]: _, [`${by}_le`]: __, ...search } = criteria
  const counts = useDayCounts(view.entity, by, state, search, days, isOn)
  const { rows, error } = useWeeks(view.entity, by, search, columns, weeks, isOn)
  const nameOf = (row: Row): string =>
    heading
      .map((name) => textOf(name, view.fields[name]!, row, language))
      .filter(Boolean)
      .join(' · ') || String(row[view.entity.title] ?? '')
  const go = (next: string | undefined): void => change({ day: next === today ? undefined : next }, true)
  const move = useDayMove(view, by, nameOf, (at) => {
    if (!days.includes(at)) go(at)
  })
  const field = state === undefined ? undefined : view.fields[state]
  const toneOf = (row: Row): Tone =>
    (state !== undefined && field?.kind === 'choice' ? field.of[String(row[state])]?.tone : undefined) ?? 'plain'
  const title = dateFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(noonOf(span === 'month' ? day : days[0]!))
  const canMove = [...rows.values()].flat().some(move.mayMove)
  return (
    <div className="eam-calendar">
      <div className="eam-calendar-tools">
        <Button aria-label={word('calendar.before')} icon={<LeftOutlined />} onClick={() => go(dayBeside(day, span, -1))} />
        <Button onClick={() => go(today)}>{word('calendar.today')}</Button>
        <Button aria-label={word('calendar.after')} icon={<RightOutlined />} onClick={() => go(dayBeside(day, span, 1))} />
        <h3 aria-live="polite">{title}</h3>
        <Segmented
          value={span}
          onChange={(next) => change({ span: next === 'week' ? 'week' : undefined }, true)}
          options={[
            { value: 'month', label: word('calendar.month') },
            { value: 'week', label: word('calendar.week') },
          ]}
        />
        {canMove && (
          <p className="eam-hint" id={keysId}>
            {word(move.held?.by === 'keys' ? 'calendar.keysHeld' : 'calendar.keys')}
          </p>
        )}
      </div>
      {(error ?? counts.error) && <Alert type="error" showIcon title={(error ?? counts.error)!.message} />}
      <div className={`eam-calendar-grid eam-calendar-${span}`}>
        {days.map((one) => (
          <Day
            key={one}
            day={one}
            of={{ rows: rows.get(one), count: counts.data?.get(one) ?? 0, most: mostOfDay[span] }}
            look={{ isToday: one === today, isBeside: span === 'month' && one.slice(0, 7) !== day.slice(0, 7) }}
            move={move}
            keysId={canMove ? keysId : undefined}
            nameOf={nameOf}
            toneOf={toneOf}
            onOpen={onOpen}
            onMore={() => change({ shows: 'table', filters: { ...list.filters, [`${by}_ge`]: one, [`${by}_le`]: one } })}
          />
        ))}
      </div>
      <div role="status" aria-live="assertive" className="eam-unseen">
        {move.said}
      </div>
    </div>
  )
}

interface DayProps {
  readonly day: string
  readonly of: { readonly rows: readonly Row[] | undefined; readonly count: number; readonly most: number }
  readonly look: { readonly isToday: boolean; readonly isBeside: boolean }
  readonly move: DayMove
  readonly keysId: string | undefined
  readonly nameOf: (row: Row) => string
  readonly toneOf: (row: Row) => Tone
  readonly onOpen: (row: Row) => void
  readonly onMore: () => void
}

/** One day with its entries, and the place to drop one on. */
function Day({ day, of, look, move, keysId, nameOf, toneOf, onOpen, onMore }: DayProps): ReactNode {
  const { word, language } = useWords()
  const [isOver, setOver] = useState(false)
  const { held, moving } = move
  const rows = of.rows?.slice(0, of.most) ?? []
  const left = of.rows ? Math.max(of.count, of.rows.length) - rows.length : 0
  const isChosen = held !== undefined && (held.by === 'keys' ? held.at === day : isOver)
  const over = (event: DragEvent): void => {
    if (held?.by !== 'drag') return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    setOver(true)
  }
  const looks = [
    look.isToday && 'eam-calendar-today',
    look.isBeside && 'eam-calendar-beside',
    isWeekend(day) && 'eam-calendar-rest',
    isChosen && 'eam-calendar-chosen',
  ]
  return (
    <section
      className={['eam-calendar-day', ...looks].filter(Boolean).join(' ')}
      aria-label={weekdayText(day, language)}
      aria-current={look.isToday ? 'date' : undefined}
      data-day={day}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        move.drop(day)
      }}
    >
      <h4>
        <span>{weekdayText(day, language)}</span>
        {of.count > 0 && <small>{of.count}</small>}
      </h4>
      <ul>
        {moving?.to === day && (
          <li className="eam-calendar-incoming" aria-hidden>
            {nameOf(moving.row)}
          </li>
        )}
        {rows.map((row) => (
          <li
            key={row.id}
            draggable={move.mayMove(row)}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', nameOf(row))
              move.take(row)
            }}
            onDragEnd={() => move.release()}
          >
            {/* biome-ignore lint/a11y/useSemanticElements: browsers do not drag what is pressed inside a button */}
            <div
              role="button"
              tabIndex={0}
              className={`eam-calendar-entry ${held?.row.id === row.id ? 'eam-calendar-held' : ''}`}
              data-tone={toneOf(row)}
              data-entry={row.id}
              title={nameOf(row)}
              aria-describedby={move.mayMove(row) ? keysId : undefined}
              aria-busy={moving?.row.id === row.id || undefined}
              onClick={() => onOpen(row)}
              onKeyDown={(event) => {
                if (!move.onKey(event, row) && event.key === 'Enter') onOpen(row)
              }}
              onBlur={() => held?.by === 'keys' && held.row.id === row.id && move.release()}
            >
              {nameOf(row)}
            </div>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button type="link" size="small" onClick={onMore}>
          {word('calendar.more', { left })}
        </Button>
      )}
    </section>
  )
}
