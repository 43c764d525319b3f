import { useSession } from '#src/data/session.ts'
import type { ActOrder, Allows } from '#src/kit/record/act-bar.tsx'

/** The order of acts on an adverse event. */
export const adverseActs: ActOrder = { next: ['send', 'review', 'report', 'followUp'], rare: ['endFollowUps'] }

const ofReporter: ReadonlySet<string> = new Set(['submit', 'remove', 'send'])

/** Whether an act on an event is this person's: a draft belongs to its reporter and to who reviews. */
export function useAdverseAllows(): Allows {
  const person = useSession((state) => state.person)
  const isReviewer = person?.rights.includes('adverseEvent.review') ?? false
  return (row, name) => !ofReporter.has(name) || isReviewer || row.reporterId === person?.user_id
}
