import type { ReactNode } from 'react'
import { onCallNow } from '#contract/calls/service/on-call.ts'
import { onCallRota } from '#contract/entities/service/oncall/on-call-rota.ts'
import { openRepairStates } from '#contract/entities/service/repair-states.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { Panel } from '#src/kit/home/panel.tsx'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { onCallWords as words } from './on-call-words.ts'
import { useOnCallNow } from './use-on-call-now.ts'
import './on-call.css'

type Rota = AnswerOf<typeof onCallNow>['rotas'][number]
type Called = Rota['person']

/** A person with a number to call. */
function Person({ label, person }: { readonly label: string; readonly person: Called }): ReactNode {
  const { say } = useWords()
  if (!person) return null
  return (
    <span>
      {label} <strong>{person.name}</strong> {person.phone && <a href={`tel:${person.phone}`}>{person.phone}</a>}
      {person.isAway && <ToneTag tone="warn">{say(words.away)}</ToneTag>}
    </span>
  )
}

/** Whom to call. Outside a shift that is the leader, except in working hours, when urgent reports go the usual way. */
function People({ rota, isWorkTime }: { readonly rota: Rota; readonly isWorkTime: boolean }): ReactNode {
  const { say, language } = useWords()
  return (
    <span className="eam-on-call">
      {isWorkTime && <ToneTag tone="plain">{say(words.work)}</ToneTag>}
      <Person label={say(words.person)} person={rota.person} />
      {!rota.person && !isWorkTime && <ToneTag tone="bad">{say(words.noShift)}</ToneTag>}
      {rota.until && <span>{say(words.until).replace('{time}', momentText(rota.until, language))}</span>}
      <Person label={say(words.backup)} person={rota.backup} />
      <Person label={say(words.leader)} person={rota.leader} />
    </span>
  )
}

/** Above lists and records: who is on call now, by rota; nothing where no rota serves. */
function Line({ deptId }: { readonly deptId?: string }): ReactNode {
  const { say } = useWords()
  const maySee = useRight(onCallNow.may)
  const { data } = useOnCallNow(deptId, maySee)
  if (!data || data.rotas.length === 0) return null
  return (
    <section className="eam-on-call-line" aria-label={say(words.title)}>
      {data.rotas.map((rota) => (
        <p key={rota.id}>
          {say(words.title)} · {rota.name} <People rota={rota} isWorkTime={data.isWorkTime} />
        </p>
      ))}
    </section>
  )
}

/** On the record of an open repair: the rota that serves its department. */
export function OnCallOfRepair({ row }: { readonly row: Row }): ReactNode {
  const isOpen = openRepairStates.some((state) => state === row.repairStatus)
  return isOpen && typeof row.useDeptId === 'string' ? <Line deptId={row.useDeptId} /> : null
}

/** Above the dispatch board: all rotas. */
export const OnCallOfBoard = (): ReactNode => <Line />

/** On the first page of people who repair; no room where the hospital has no rota. */
export function OnCallPanel(): ReactNode {
  const { say, word } = useWords()
  const seesRotas = useRight(`${onCallRota.name}.list`)
  const answer = useOnCallNow(undefined, useRight(onCallNow.may))
  if (answer.data?.rotas.length === 0) return null
  return (
    <Panel
      title={say(words.title)}
      answer={answer}
      lines={2}
      {...(seesRotas && { more: { to: '/eam/on-call-rota', label: word('home.all') } })}
    >
      {({ rotas, isWorkTime }) => (
        <ul className="eam-home-list">
          {rotas.map((rota) => (
            <li key={rota.id}>
              <strong>{rota.name}</strong> <People rota={rota} isWorkTime={isWorkTime} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
