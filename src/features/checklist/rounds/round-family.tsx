import type { ReactNode } from 'react'
import { mayWalk, othersRound } from '#contract/entities/checklist/rounds/round-sides.ts'
import { stopStates } from '#contract/entities/checklist/rounds/round-states.ts'
import { roundStop, visiting } from '#contract/entities/checklist/rounds/round-stop.ts'
import { rounding, roundTask } from '#contract/entities/checklist/rounds/round-task.ts'
import type { PhoneRow } from '#contract/kit/entity/shape.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { useSession } from '#src/data/session.ts'
import { type FamilyRow, type PhoneFamily, useFamilyRows } from '#src/kit/phone/family/phone-family.ts'
import { useTeams } from '#src/kit/phone/teams.ts'
import { shortTime } from '#src/kit/phone/time.ts'
import { PhoneSteps } from '#src/kit/widgets/phone/phone-steps.tsx'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { roundWords as words } from './round-words.ts'

/** A round and a stop as phones keep them. */
export type PhoneRound = PhoneRow<typeof roundTask>
export type PhoneStop = PhoneRow<typeof roundStop>

export const roundOf = (row: FamilyRow): PhoneRound => row as unknown as PhoneRound
export const stopOf = (row: FamilyRow): PhoneStop => row as unknown as PhoneStop

/** Whether this person walks a round. */
export function useMayWalk(): (round: PhoneRound | null | undefined) => boolean {
  const person = useSession((state) => state.person)
  const teams = useTeams(roundTask)
  return (round) => person !== undefined && !!round && mayWalk(round, { userId: person.user_id, rights: new Set(person.rights), teams })
}

/** The stops of rounds on phones; they are listed on the page of their round. */
export const stopFamily: PhoneFamily = {
  of: roundStop,
  on: visiting,
  path: '/round-stops',
  due: 'doneAt',
  lines: [],
  facts: [],
  none: words.none,
  noneHelp: words.noneHelp,
}

/** The stops of a round in their order; undefined while they are read. */
export const useStops = (roundId: string): PhoneStop[] | undefined =>
  useFamilyRows(stopFamily, { by: 'task', id: roundId })
    ?.map(stopOf)
    .sort((one, other) => one.place - other.place)

function About({ row }: { readonly row: FamilyRow }): ReactNode {
  const { say } = useWords()
  const stops = useStops(row.id) ?? []
  const mayGo = useMayWalk()(roundOf(row))
  const left = stops.filter(({ stopStatus }) => stopStatus === 'open').length
  return (
    <>
      {mayGo ? null : <p className="ph-quiet">{say(othersRound)}</p>}
      {left > 0 ? (
        <p className="ph-quiet" role="status">
          {say(words.left).replace('{n}', String(left))}
        </p>
      ) : null}
      <ul className="ph-rows" aria-label={say(words.stops)}>
        {stops.map((stop) => (
          <StopRow key={stop.id} stop={stop} />
        ))}
      </ul>
    </>
  )
}

function StopRow({ stop }: { readonly stop: PhoneStop }): ReactNode {
  const { say, language } = useWords()
  const state = stopStates[stop.stopStatus]
  return (
    <LinkRow
      to={`/round-stops/${stop.id}`}
      title={`${stop.place}. ${stop.stopName}`}
      tag={<ToneTag tone={state.tone}>{say(state)}</ToneTag>}
    >
      {stop.doneAt ? (
        <span className="ph-line">{[shortTime(stop.doneAt, language), stop.doneByName, stop.skipReason].filter(Boolean).join(' · ')}</span>
      ) : stop.note ? (
        <span className="ph-line">{stop.note}</span>
      ) : null}
    </LinkRow>
  )
}

function Steps({ row }: { readonly row: FamilyRow }): ReactNode {
  const { dueDate } = roundOf(row)
  const isLate = Boolean(dueDate) && String(dueDate) < homeDay(new Date())
  const may = useMayWalk()(roundOf(row)) && isLate
  return <PhoneSteps of={roundTask} on={rounding} row={row} mayTake={() => may} />
}

/** Rounds on phones. */
export const roundFamily: PhoneFamily = {
  of: roundTask,
  on: rounding,
  path: '/rounds',
  due: 'dueDate',
  person: 'assignee',
  isOwn: (row, { userId, teams }) => mayWalk(roundOf(row), { userId, teams, rights: new Set() }),
  lines: ['assignee', 'partner'],
  facts: ['startsOn', 'dueDate', 'assignee', 'partner', 'team', 'stopCount', 'lateReason', 'remark'],
  none: words.none,
  noneHelp: words.noneHelp,
  About,
  Steps,
}
