import type { ReactNode } from 'react'
import type { deviceBoard } from '#contract/calls/insight/board.ts'
import { repairStates, urgencies } from '#contract/entities/service/repair-states.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { daysBetween } from '#contract/kit/time/day.ts'
import { dayText, numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { ageText, useNow, useToday } from './board-time.ts'
import { cards, listOf, orders } from './figures.ts'
import { Leading, Panel } from './panels.tsx'

type DeviceBoardAnswer = AnswerOf<typeof deviceBoard>
type Orders = DeviceBoardAnswer['oldest'] | undefined
type Cards = DeviceBoardAnswer['warranties'] | undefined
type Checks = DeviceBoardAnswer['checks']
const noChecks: Checks = []

/** A warranty that ends within so many days is marked. */
const soonDays = 30
const mostRows = 4
const mostChecks = 3
const [ofOrders, ofCards, ofChecks] = ['repairOrder.list', 'device.list', 'checkTask.list']

interface RowsProps {
  readonly area: string
  readonly title: string
  /** How many rows there are, of which the first are shown. */
  readonly total: number | undefined
  /** The list of all of them. */
  readonly to?: string | undefined
  /** The right that opens the list. */
  readonly right: string
  readonly children: ReactNode
}

/** Rows of a panel, with how many there are in all. */
export function RowsPanel({ area, title, total, to, right, children }: RowsProps): ReactNode {
  const { language } = useWords()
  const note = total ? (
    <Leading to={to} right={right}>
      {numberText(total, language)}
    </Leading>
  ) : undefined
  return (
    <Panel area={area} title={title} note={note} isEmpty={!total}>
      <ul className="eam-board-rows">{children}</ul>
    </Panel>
  )
}

/** The open repairs that wait longest, with how long they do. */
export function OldestPanel({ of }: { readonly of: Orders }): ReactNode {
  const { word, say, language } = useWords()
  const now = useNow()
  return (
    <RowsPanel area="orders" title={word('board.oldest')} total={of?.total} to={listOf(orders.page, of?.filter)} right={ofOrders}>
      {of?.records.slice(0, mostRows).map(({ id, deviceName, useDeptName, urgency, repairStatus, reportedAt }) => (
        <li key={id}>
          <span>
            <b>
              <Leading to={`${orders.page}/${id}`} right={ofOrders}>
                {deviceName}
              </Leading>
            </b>
            <small>{[say(repairStates[repairStatus as keyof typeof repairStates]), useDeptName].filter(Boolean).join(' · ')}</small>
          </span>
          <em data-tone={urgencies[urgency as keyof typeof urgencies].tone}>
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
    <RowsPanel area="warranties" title={word('board.warranties')} total={of?.total} to={listOf(cards.page, of?.filter)} right={ofCards}>
      {of?.records.slice(0, mostRows).map(({ id, deviceName, deviceCode, useDeptName, warrantyEnd }) => {
        const days = daysBetween(today, warrantyEnd)
        return (
          <li key={id}>
            <span>
              <b>
                <Leading to={`${cards.page}/${id}`} right={ofCards}>
                  {deviceName}
                </Leading>
              </b>
              <small>{[useDeptName, deviceCode].filter(Boolean).join(' · ')}</small>
            </span>
            <em data-tone={days <= soonDays ? 'warn' : undefined}>
              {word('board.days', { days: Math.max(0, days) })}
              <small>{dayText(warrantyEnd, language)}</small>
            </em>
          </li>
        )
      })}
    </RowsPanel>
  )
}

interface ChecksProps {
  readonly checks: Checks | undefined
  /** How many the panel has room for. */
  readonly most?: number
}

/** Running checks with the part of their book that is counted; how many there are where not all are shown. */
export function ChecksPanel({ checks = noChecks, most = mostChecks }: ChecksProps): ReactNode {
  const { word, language } = useWords()
  const note = checks.length > most ? numberText(checks.length, language) : undefined
  return (
    <Panel area="checks" title={word('board.checks')} note={note} isEmpty={checks.length === 0}>
      <ul className="eam-board-checks">
        {checks.slice(0, most).map(({ id, checkTitle, endDate, book, counted }) => {
          const share = book > 0 ? Math.floor((counted / book) * 100) : 0
          return (
            <li key={id}>
              <b>
                <Leading to={`/eam/check/${id}`} right={ofChecks}>
                  {checkTitle}
                </Leading>
              </b>
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
