import { Button } from 'antd-mobile'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { floorPlanView } from '#contract/calls/floor-plan.ts'
import { useCall } from '#src/data/hooks.ts'
import { PhoneQueries } from '#src/kit/phone/queries.tsx'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { useWords } from '#src/words/words.ts'
import { countIn, drawnIn, type PlanRoom, statesIn } from './plan-draft.ts'
import { PlanStage } from './plan-stage.tsx'
import { planWords } from './plan-words.ts'

/** The plan of the floor that a room is on, from the server; to look at. */
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
  const { data, error, refetch } = useCall(floorPlanView, { locationId: id })
  if (error)
    return (
      <PageState title={error.message}>
        <Button color="primary" onClick={() => void refetch()}>
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
      {data.plan ? (
        <PlanStage picture={data.plan.picture} label={say(planWords.drawn)} drawn={drawn} chosen={chosen} onChoose={setChosen} />
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
