import { useEffect } from 'react'
import { useRight } from '#src/data/session.ts'
import { usePhoneStore } from '#src/kit/phone/store/phone-store.ts'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { useWords } from '#src/words/words.ts'
import { fetchPlan } from './kept-plan.ts'
import { planWords } from './public/plan-words.ts'

/** The way from a room to the plan of its floor, which the phone keeps for a time without a signal. */
export function PlanLink({ id }: { id: string }) {
  const { say } = useWords()
  const maySee = useRight('floorPlan.list')
  const cache = usePhoneStore((state) => state.phoneStore?.cache)
  useEffect(() => {
    // Without an answer the plan from before stays.
    if (maySee && cache) fetchPlan(cache, id).catch(() => {})
  }, [maySee, cache, id])
  if (!maySee) return null
  return (
    <ul className="ph-rows">
      <LinkRow to={`/plan/${id}`} title={say(planWords.open)} />
    </ul>
  )
}
