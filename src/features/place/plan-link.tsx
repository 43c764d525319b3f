import { useRight } from '#src/data/session.ts'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { useWords } from '#src/words/words.ts'
import { planWords } from './plan-words.ts'

/** The way from a room to the plan of its floor. */
export function PlanLink({ id }: { id: string }) {
  const { say } = useWords()
  const maySee = useRight('floorPlan.list')
  if (!maySee) return null
  return (
    <ul className="ph-rows">
      <LinkRow to={`/plan/${id}`} title={say(planWords.open)} />
    </ul>
  )
}
