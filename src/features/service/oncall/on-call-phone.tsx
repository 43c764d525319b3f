import { onCallNow } from '#contract/calls/service/on-call.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { useRight } from '#src/data/session.ts'
import { PhoneQueries } from '#src/kit/phone/queries.tsx'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { shortTime } from '#src/kit/phone/time.ts'
import { useWords } from '#src/words/words.ts'
import { onCallWords as words } from './on-call-words.ts'
import { useOnCallNow } from './use-on-call-now.ts'

type Rota = AnswerOf<typeof onCallNow>['rotas'][number]

function Rotas({ deptId }: { deptId?: string | undefined }) {
  const { say, language } = useWords()
  const { online } = useSync()
  const maySee = useRight(onCallNow.may)
  const { data } = useOnCallNow(deptId, maySee && online)
  if (!data || data.rotas.length === 0) return null
  const none = data.isWorkTime ? words.work : words.noShift
  const peopleOf = (rota: Rota) => [
    { label: words.person, person: rota.person },
    { label: words.backup, person: rota.backup },
    { label: words.leader, person: rota.leader },
  ]
  return (
    <section className="ph-card" aria-label={say(words.title)}>
      <h2>{say(words.title)}</h2>
      {data.rotas.map((rota) => (
        <div key={rota.id}>
          <p className="ph-quiet">
            {[rota.name, rota.until ? say(words.until).replace('{time}', shortTime(rota.until, language)) : say(none)].join(' · ')}
          </p>
          <dl className="ph-facts">
            {peopleOf(rota).map(({ label, person }) =>
              person ? (
                <div key={label.en}>
                  <dt>{say(label)}</dt>
                  <dd>
                    {person.name}{' '}
                    {person.phone ? (
                      <a className="ph-text-link" href={`tel:${person.phone}`}>
                        {person.phone}
                      </a>
                    ) : null}
                    {person.isAway ? ` ${say(words.away)}` : null}
                  </dd>
                </div>
              ) : null,
            )}
          </dl>
        </div>
      ))}
    </section>
  )
}

/** Who is on call now, with numbers to tap; it needs a network. `deptId`: only the rota that serves the department. */
export function OnCallOnPhone({ deptId }: { deptId?: string | undefined }) {
  return (
    <PhoneQueries>
      <Rotas deptId={deptId} />
    </PhoneQueries>
  )
}
