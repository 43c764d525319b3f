import { Alert, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { onCallWeek } from '#contract/calls/service/on-call.ts'
import { onCallRota } from '#contract/entities/service/oncall/on-call-rota.ts'
import { onCallShift, weekdays } from '#contract/entities/service/oncall/on-call-shift.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Tone } from '#contract/kit/fields/field.ts'
import { dayStart, daysAfter, homeDay, mondayOf } from '#contract/kit/time/day.ts'
import { homeTime } from '#contract/kit/time/moment.ts'
import { type Row, useCall } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { RelatedList } from '#src/kit/record/related-list.tsx'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { dayText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { onCallWords as words } from './on-call-words.ts'
import './on-call.css'

type Part = AnswerOf<typeof onCallWeek>['parts'][number]

const kinds = ['weekly', 'dated', 'work', 'gap'] as const
const tones: Readonly<Record<(typeof kinds)[number], Tone>> = { weekly: 'good', dated: 'busy', work: 'plain', gap: 'bad' }

/** A part as far as it lies in a day. */
function Stretch({ part, day }: { readonly part: Part; readonly day: string }): ReactNode {
  const { say } = useWords()
  const kind = kinds.find((one) => one === part.kind) ?? 'gap'
  const [start, end] = [dayStart(day), dayStart(daysAfter(day, 1))]
  const from = part.from < start ? '00:00' : homeTime(part.from).slice(11, 16)
  const to = part.to >= end ? '24:00' : homeTime(part.to).slice(11, 16)
  return (
    <li>
      {from}–{to} <ToneTag tone={tones[kind]}>{say(words[kind])}</ToneTag>
      {part.personName && <div>{[part.personName, part.backupName].filter(Boolean).join(' / ')}</div>}
    </li>
  )
}

/** Who is on call in a week: shifts of the week and dated ones together, working hours and gaps. */
function RotaWeek({ rotaId }: { readonly rotaId: string }): ReactNode {
  const { say, language } = useWords()
  const [from, setFrom] = useState(() => mondayOf(homeDay(new Date())))
  const { data, error, isPending, refetch } = useCall(onCallWeek, { rotaId, from })
  const move = (days: number): void => setFrom(daysAfter(from, days))
  return (
    <section className="eam-panel" aria-label={say(words.week)}>
      <h2>{say(words.week)}</h2>
      <p>
        <Button onClick={() => move(-7)}>{say(words.back)}</Button>{' '}
        <Button onClick={() => setFrom(mondayOf(homeDay(new Date())))}>{say(words.thisWeek)}</Button>{' '}
        <Button onClick={() => move(7)}>{say(words.next)}</Button>
      </p>
      {data ? (
        <>
          <Alert
            type={data.gapMinutes > 0 ? 'warning' : 'success'}
            showIcon
            title={
              data.gapMinutes > 0 ? say(words.gaps).replace('{hours}', String(Math.round(data.gapMinutes / 6) / 10)) : say(words.noGaps)
            }
          />
          <div className="eam-on-call-days">
            <div className="eam-on-call-week">
              {data.days.map(({ day, isRest, name }, at) => (
                <section key={day} aria-label={dayText(day, language)}>
                  <h3>
                    {say(weekdays[String(at + 1) as keyof typeof weekdays])} {day.slice(5)}
                  </h3>
                  {isRest && <ToneTag tone="plain">{name ?? say(words.rest)}</ToneTag>}
                  <ul>
                    {data.parts
                      .filter((part) => part.from < dayStart(daysAfter(day, 1)) && part.to > dayStart(day))
                      .map((part) => (
                        <Stretch key={part.from} part={part} day={day} />
                      ))}
                  </ul>
                </section>
              ))}
            </div>
          </div>
        </>
      ) : (
        <Outcome isLoading={isPending} error={error} onRetry={() => void refetch()} />
      )}
    </section>
  )
}

function Rota({ row }: { readonly row: Row }): ReactNode {
  if (!useRight(onCallWeek.may)) return null
  return (
    <>
      <RotaWeek key={row.id} rotaId={row.id} />
      <RelatedList
        of={onCallShift}
        fixed={{ rotaId: row.id }}
        columns={['person', 'backup', 'shiftKind', 'weekday', 'fromTime', 'toTime', 'validFrom', 'validTo', 'startsAt', 'endsAt']}
        initial={{ rotaId: row.id, rotaName: row.rotaName }}
      />
    </>
  )
}

/** On-call rotas, each with its week and its shifts. */
export const OnCallRotaPage = (): ReactNode => <EntityPage of={onCallRota} more={(row) => <Rota row={row} />} />
