import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { dispatchPlan } from '#contract/calls/service/dispatch.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { isDay } from '#contract/kit/time/moment.ts'
import { useCall } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { dayBeside, type Span, weeksAround } from '#src/kit/calendar/calendar-days.ts'
import { dateFormat } from '#src/kit/formats.ts'
import { asFilter } from '#src/kit/list/search/filters.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import type { Allows } from '#src/kit/record/act-bar.tsx'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { numberText, weekdayText } from '#src/kit/value-text.ts'
import { FieldInput } from '#src/kit/widgets/desk/field-input.tsx'
import { useWords } from '#src/words/words.ts'
import { useRepairAllows } from '../repair-acts.ts'
import type { PlanCard } from './day-move.ts'
import { DayMover } from './day-mover.tsx'
import { addressOf, kindOf } from './dispatch-cell.tsx'
import { changed, DispatchTools, queryOf } from './dispatch-tools.tsx'
import { LoadText, type PlanActs, PlanCell, PlanFace } from './plan-cell.tsx'
import { PlanDay } from './plan-day.tsx'
import { machineOf } from './plan-move.ts'
import { useDayMove } from './use-day-move.ts'
import '#src/kit/kanban/kanban.css'
import '#src/kit/calendar/calendar.css'
import './dispatch.css'
import './plan-calendar.css'

type Plan = AnswerOf<typeof dispatchPlan>
type Day = Plan['days'][number]

const always: Allows = () => true
const { dayHours } = dispatchPlan.input

/** The planned work of a week, in lanes of people and teams with their load, or of a month; moved to other days by hand. */
export function PlanCalendar({ span }: { readonly span: Span }): ReactNode {
  const { word, say, language } = useWords()
  const navigate = useNavigate()
  const rights = useSession((state) => state.person?.rights)
  const ofRepair = useRepairAllows()
  const [params, setParams] = useSearchParams()
  const board = useRef<HTMLElement>(null)
  const [keysId, hoursId] = [useId(), useId()]
  const [all, setAll] = useState<{ readonly day: string; readonly lane: string | undefined }>()
  const today = homeDay(new Date())
  const asked = params.get('day') ?? ''
  const day = isDay(asked) ? asked : today
  const days = weeksAround(day, span).flat()
  const inLanes = span === 'week'
  const hours = params.get('dayHours')
  const filters = queryOf(params)
  const found = useCall(dispatchPlan, {
    ...filters,
    ...{ from: days[0]!, days: String(days.length) },
    ...(inLanes ? { lanes: 1 } : {}),
    ...(hours ? { dayHours: hours } : {}),
  })
  const plan = found.data
  const change = (next: Readonly<Record<string, unknown>>): void => setParams(changed(params, next), { replace: true })
  const go = (next: string): void => change({ day: next === today ? '' : next })
  const laneName = (key: string): string => plan?.lanes.find((lane) => lane.key === key)?.name ?? word('dispatch.unassigned')
  const allowsOf = (card: PlanCard): Allows => (card.kind === 'repairOrder' ? ofRepair : always)
  const move = useDayMove({
    days,
    lanes: inLanes ? plan?.lanes.map(({ key }) => key) : undefined,
    today,
    board,
    laneName,
    onOpen: (card) => void navigate(addressOf(card)),
  })
  /** Whether the person may do anything with cards of a kind; what a drop may do is asked of the order itself. */
  const mayMove = (card: PlanCard): boolean => {
    const kind = kindOf(card)
    const steps = [...(kind.assign?.person?.steps ?? []), ...(kind.assign?.team?.steps ?? [])]
    const mays = steps.flatMap((name) => machineOf(kind)?.steps[name]?.may ?? [])
    const mayPlan = kind.planned !== undefined && rights?.includes(`${kind.name}.submit`)
    return !card.isWorked && ((mayPlan && !card.isFixed) || (inLanes && mays.some((may) => rights?.includes(may))))
  }
  const acts: PlanActs = { move, keysId, mayMove, firstId: (plan?.cards[0] ?? plan?.tray.cards[0] ?? plan?.underWay.cards[0])?.id }
  const cardsOf = (at: string, lane?: string): readonly PlanCard[] =>
    plan?.cards.filter((card) => card.day === at && (lane === undefined || card.lane === lane)) ?? []
  const canMove = [...(plan?.cards ?? []), ...(plan?.tray.cards ?? [])].some(mayMove)
  const title = dateFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${span === 'month' ? day : days[0]!}T12:00:00Z`),
  )
  const { moving } = move
  return (
    <article className="eam-panel eam-kanban" ref={board}>
      <div className="eam-kanban-tools">
        <DispatchTools />
        <span className="eam-dispatch-dept">
          <label htmlFor={hoursId}>{say(dayHours)}</label>{' '}
          <FieldInput id={hoursId} field={asFilter(dayHours)} value={hours} onChange={(next) => change({ dayHours: next })} />
        </span>
      </div>
      <div className="eam-calendar-tools">
        <Button aria-label={word('calendar.before')} icon={<LeftOutlined />} onClick={() => go(dayBeside(day, span, -1))} />
        <Button onClick={() => go(today)}>{word('calendar.today')}</Button>
        <Button aria-label={word('calendar.after')} icon={<RightOutlined />} onClick={() => go(dayBeside(day, span, 1))} />
        <h2 className="eam-planning-title" aria-live="polite">
          {title}
        </h2>
        {canMove && (
          <p className="eam-hint" id={keysId}>
            {word(move.isHeldByKeys ? 'planning.keysHeld' : inLanes ? 'planning.keys' : 'calendar.keys')}
          </p>
        )}
      </div>
      {found.error && plan && <Alert type="error" showIcon title={found.error.message} />}
      {!plan ? (
        <Outcome isLoading={found.isPending} error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <div className="eam-planning-body" aria-busy={found.isPending}>
          <div className="eam-planning-scroll">
            {inLanes ? (
              <WeekGrid plan={plan} acts={acts} cardsOf={cardsOf} laneName={laneName} today={today} onAll={setAll} />
            ) : (
              <div className="eam-calendar-grid eam-calendar-month">
                {plan.days.map((one) => (
                  <PlanCell
                    key={one.day}
                    acts={acts}
                    day={one.day}
                    lane={undefined}
                    label={weekdayText(one.day, language)}
                    cards={cardsOf(one.day)}
                    count={one.count}
                    look={lookOf(one, today, one.day.slice(0, 7) !== day.slice(0, 7))}
                    isToday={one.day === today}
                    head={<DayHead day={one} onWeek={() => change({ view: 'week', day: one.day === today ? '' : one.day })} />}
                    onAll={() => setAll({ day: one.day, lane: undefined })}
                  />
                ))}
              </div>
            )}
            {plan.left > 0 && <p className="eam-hint">{word('dispatch.left', { left: plan.left })}</p>}
          </div>
          <aside className="eam-planning-tray" aria-label={word('planning.tray')} data-state="tray">
            <AsideCards
              title="planning.tray"
              hint={plan.tray.count === 0 ? 'planning.trayEmpty' : 'planning.trayHint'}
              of={plan.tray}
              acts={acts}
            />
            {plan.underWay.count > 0 && (
              <AsideCards title="planning.underWay" hint="planning.underWayHint" of={plan.underWay} acts={acts} />
            )}
          </aside>
        </div>
      )}
      <div role="status" aria-live="assertive" className="eam-unseen">
        {move.said}
      </div>
      {moving && (
        <DayMover
          key={`${moving.card.id} ${moving.to.day} ${moving.to.lane}`}
          card={moving.card}
          from={moving.from}
          to={moving.to}
          today={today}
          allows={allowsOf(moving.card)}
          onDone={move.done}
          onLeft={move.left}
        />
      )}
      {all && (
        <PlanDay
          query={filters}
          day={all.day}
          lane={all.lane}
          title={[all.lane === undefined ? '' : laneName(all.lane), weekdayText(all.day, language)].filter(Boolean).join(' · ')}
          onClose={() => setAll(undefined)}
        />
      )}
    </article>
  )
}

interface AsideProps {
  readonly title: 'planning.tray' | 'planning.underWay'
  readonly hint: 'planning.trayEmpty' | 'planning.trayHint' | 'planning.underWayHint'
  readonly of: Plan['tray']
  readonly acts: PlanActs
}

/** Orders beside the days. */
function AsideCards({ title, hint, of, acts }: AsideProps): ReactNode {
  const { word } = useWords()
  const left = of.count - of.cards.length
  return (
    <>
      <h3>
        {word(title)} <span>{of.count}</span>
      </h3>
      <p className="eam-hint">{word(hint)}</p>
      <ul>
        {of.cards.map((card) => (
          <PlanFace key={card.id} acts={acts} card={card} />
        ))}
      </ul>
      {left > 0 && <p className="eam-hint">{word('planning.trayMore', { left })}</p>}
    </>
  )
}

const lookOf = ({ day, isRest }: Day, today: string, isBeside = false): string =>
  ['eam-calendar-day', day === today && 'eam-calendar-today', isRest && 'eam-calendar-rest', isBeside && 'eam-calendar-beside']
    .filter(Boolean)
    .join(' ')

/** A day with its rest and what is planned for it. */
function DayHead({ day, onWeek }: { readonly day: Day; readonly onWeek?: () => void }): ReactNode {
  const { word, language } = useWords()
  const text = weekdayText(day.day, language)
  return (
    <div className="eam-planning-day">
      <h4>
        {onWeek ? (
          <Button type="text" size="small" title={word('planning.toWeek')} onClick={onWeek}>
            {text}
          </Button>
        ) : (
          <span>{text}</span>
        )}
      </h4>
      {(day.isRest || day.name) && (
        <p className="eam-planning-load">
          <ToneTag tone={day.isRest ? 'plain' : 'busy'}>{day.name ?? word('planning.rest')}</ToneTag>
        </p>
      )}
      {day.count > 0 && (
        <p className="eam-planning-load">{word('planning.load', { count: day.count, hours: numberText(day.hours, language) })}</p>
      )}
      {day.over > 0 && (
        <p className="eam-planning-load">
          <ToneTag tone="bad">{word('planning.overCount', { count: day.over })}</ToneTag>
        </p>
      )}
    </div>
  )
}

interface WeekProps {
  readonly plan: Plan
  readonly acts: PlanActs
  readonly cardsOf: (day: string, lane: string) => readonly PlanCard[]
  readonly laneName: (lane: string) => string
  readonly today: string
  readonly onAll: (cell: { readonly day: string; readonly lane: string }) => void
}

/** Seven days in lanes of people, teams and what is not assigned. */
function WeekGrid({ plan, acts, cardsOf, laneName, today, onAll }: WeekProps): ReactNode {
  const { word, language } = useWords()
  return (
    <div className="eam-planning-week">
      <div className="eam-planning-row eam-planning-heads">
        <span className="eam-unseen">{word('planning.who')}</span>
        {plan.days.map((day) => (
          <div key={day.day} className={lookOf(day, today)}>
            <DayHead day={day} />
          </div>
        ))}
      </div>
      {plan.lanes.map(({ key, loads }) => (
        <div key={key} className="eam-planning-row">
          <h3>{laneName(key)}</h3>
          {plan.days.map((day) => {
            const load = loads.find((one) => one.day === day.day)
            return (
              <PlanCell
                key={day.day}
                acts={acts}
                day={day.day}
                lane={key}
                label={`${laneName(key)} · ${weekdayText(day.day, language)}`}
                cards={cardsOf(day.day, key)}
                count={load?.count ?? 0}
                look={lookOf(day, today)}
                head={load && <LoadText load={load} />}
                onAll={() => onAll({ day: day.day, lane: key })}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}
