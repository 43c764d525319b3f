import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { useWords } from '#src/words/words.ts'
import { approvalWords } from '../approval-words.ts'
import { useWaitingCount } from './phone-approval.ts'

/** On the first page: how many approvals wait for the person. */
export function DayApprovals() {
  const { say } = useWords()
  const count = useWaitingCount()
  if (count === 0) return null
  return (
    <ul className="ph-rows" aria-label={say(approvalWords.title)}>
      <LinkRow to="/approval" title={say({ zh: '待我审批', en: 'Waiting for me' })} side={<strong>{count}</strong>} />
    </ul>
  )
}
