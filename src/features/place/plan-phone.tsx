import { Button } from 'antd-mobile'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { homeTime } from '#contract/kit/time/moment.ts'
import { PhoneQueries } from '#src/kit/phone/queries.tsx'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { useWords } from '#src/words/words.ts'
import { countIn, drawnIn, type PlanRoom, statesIn } from './public/plan-draft.ts'
import { PlanStage } from './public/plan-stage.tsx'
import { planWords } from './public/plan-words.ts'
import { usePlan } from './use-plan.ts'

/** The plan of the floor that a room is on, to look at: of now, or as the phone keeps it while there is no signal. */
export function PlanPhone() {
  const { say } = useWords()
  const { id = '' } = useParams()
  return (
    <PhonePage title={say(planWords.open)} back={`/room/${id}`}>
      <PhoneQueries>
        <Plan id={id} />
      </PhoneQueries>
    </PhonePage>
  )
}

function Plan({ id }: { id: string }) {
  const { say, word } = useWords()
  const [chosen, setChosen] = useState(id)
  const { view: data, address, keptAt, error, retry } = usePlan(id)
  if (error)
    return (
      <PageState title={error.message || say(planWords.notKept)}>
        <Button color="primary" onClick={retry}>
          {word('common.retry')}
        </Button>
      </PageState>
    )
  if (!data) return <PageLoading label={word('common.loading')} />
  const drawn = drawnIn(data.rooms, {})
  const countOf = (room: PlanRoom): string => {
    const count = countIn(room)
    return count === undefined ? '' : say(planWords.devices(count))
  }
  return (
    <>
      <p className="ph-quiet ph-page-note">{data.floorName}</p>
      {keptAt !== undefined && (
        <p className="ph-quiet ph-page-note" role="status">
          {say(planWords.kept(homeTime(new Date(keptAt).toISOString())))}
        </p>
      )}
      {address ? (
        <PlanStage address={address} label={say(planWords.drawn)} drawn={drawn} chosen={chosen} onChoose={setChosen} />
      ) : (
        <PageState title={say(planWords.none)} />
      )}
      <ul className="ph-rows">
        {data.rooms.map((room) => (
          <LinkRow key={room.id} to={`/room/${room.id}`} title={room.name}>
            {[countOf(room), statesIn(room, say)].filter(Boolean).join(' · ') || null}
          </LinkRow>
        ))}
      </ul>
    </>
  )
}
