import { useRight } from '#src/data/session.ts'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { useWords } from '#src/words/words.ts'
import { approvalWords } from './approval-words.ts'
import { useWaitingCount } from './phone/phone-approval.ts'
import { filled } from './tree/filled.ts'

/** Among the pages of the person: approvals, with what waits. */
export function ApprovalLink() {
  const { say } = useWords()
  const mayList = useRight('flowInstance.list')
  const count = useWaitingCount()
  if (!mayList) return null
  return (
    <LinkRow
      to="/approval"
      title={say(approvalWords.title)}
      side={count > 0 ? <span className="ph-quiet">{filled(say(approvalWords.count), { n: count })}</span> : null}
    />
  )
}
