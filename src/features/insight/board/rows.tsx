import type { ReactNode } from 'react'
import type { deviceBoard } from '#contract/calls/board.ts'
import { repairStates, urgencies } from '#contract/entities/service/repair-states.ts'
import type { AnswerOf } from '#contract/kit/answer.ts'
import { daysBetween } from '#contract/kit/day.ts'
import { dayText, numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { ageText, useNow, useToday } from './board-time.ts'
import { Panel } from './panels.tsx'

type Board = AnswerOf<typeof deviceBoard>
type Orders = Board['oldest'] | undefined
type Cards = Board['warranties'] | undefined
type Checks = Board['checks']
const noChecks: Checks = []

const urgencyTone: Readonly<Record<string, string>> = { critical: 'bad', urgent: 'warn' }
/** A warranty that ends within so many days is marked. */
const soonDays = 30
const mostRows = 4
const mostChecks = 3

interface RowsProps {
  readonly area: string
  readonly title: string
  /** How many rows there are, of which the first are shown. */
  readonly total: number | undefined
  readonly children: ReactNode
}

/** Rows of a panel, with how many there are in all. */
export function RowsPanel({ area, title, total, children }: RowsProps): ReactNode {
  const { language } = useWords()
  return (
    <Panel area={area} title={title} note={total ? numberText(total, language) : undefined} isEmpty={!total}>
      <ul className="eam-board-rows">{children}</ul>
    </Panel>
  )
}

/** The open repairs that wait longest, with how long they do. */
export function OldestPanel({ of }: { readonly of: Orders }): ReactNode {
  const { word, say, language } = useWords()
  const now = useNow()
  return (
    <RowsPanel area="orders" title={word('board.oldest')} total={of?.total}>
      {of?.records.slice(0, mostRows).map(({ id, deviceName, useDeptName, urgency, repairStatus, reportedAt }) => (
        <li key={id}>
          <span>
            <b>{deviceName}</b>
            <small>{[useDeptName, say(repairStates[repairStatus as keyof typeof repairStates])].filter(Boolean).join(' · ')}</small>
          </span>
          <em className={`eam-board-${urgencyTone[urgency] ?? 'plain'}`}>
            {reportedAt ? ageText(now - Date.parse(reportedAt), language) : '—'}
            <small>{shortUrgency(urgency, say)}</small>
          </em>
        </li>
      ))}
    </RowsPanel>
  )
}

/** `特急（影响抢救）` -> `特急`: the explanation belongs into forms. */
const shortUrgency = (urgency: string, say: ReturnType<typeof useWords>['say']): string =>
  say(urgencies[urgency as keyof typeof urgencies]).replace(/\s*[（(].*$/, '')

/** Cards whose warranty ends next. */
export function WarrantiesPanel({ of }: { readonly of: Cards }): ReactNode {
  const { word, language } = useWords()
  const today = useToday()
  return (
    <RowsPanel area="warranties" title={word('board.warranties')} total={of?.total}>
      {of?.records.slice(0, mostRows).map(({ id, deviceName, deviceCode, useDeptName, warrantyEnd }) => {
        const days = daysBetween(today, warrantyEnd)
        return (
          <li key={id}>
            <span>
              <b>{deviceName}</b>
              <small>{[useDeptName, deviceCode].filter(Boolean).join(' · ')}</small>
            </span>
            <em className={days <= soonDays ? 'eam-board-warn' : 'eam-board-plain'}>
              {word('board.days', { days: Math.max(0, days) })}
              <small>{dayText(warrantyEnd, language)}</small>
            </em>
          </li>
        )
      })}
    </RowsPanel>
  )
}

/** Running checks with the part of their book that is counted. */
export function ChecksPanel({ checks = noChecks }: { readonly checks: Checks | undefined }): ReactNode {
  const { word, language } = useWords()
  return (
    <Panel area="checks" title={word('board.checks')} isEmpty={checks.length === 0}>
      <ul className="eam-board-checks">
        {checks.slice(0, mostChecks).map(({ id, checkTitle, endDate, book, counted }) => {
          const share = book > 0 ? Math.floor((counted / book) * 100) : 0
          return (
            <li key={id}>
              <b>{checkTitle}</b>
              <em>{book > 0 ? `${share}%` : '—'}</em>
              <i role="progressbar" aria-label={checkTitle} aria-valuenow={share} aria-valuemin={0} aria-valuemax={100}>
                <b style={{ width: `${share}%` }} />
              </i>
              <small>
                {word('board.counted', { counted: numberText(counted, language), book: numberText(book, language) })}
                {endDate && ` · ${word('board.until', { day: dayText(endDate, language) })}`}
              </small>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
