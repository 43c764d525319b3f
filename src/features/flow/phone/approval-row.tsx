import { flowInstance } from '#contract/entities/flow/flow-instance.ts'
import { nodeNamesIn } from '#contract/entities/flow/seeded-names.ts'
import { shortTime } from '#src/kit/phone/time.ts'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { approvalWords } from '../approval-words.ts'
import { isLate, type ListedApproval } from './phone-approval.ts'

const states = flowInstance.fields.instanceStatus.of

/** The mark of an approval: what this phone has to send, whether it is late, else where it stands. */
function Mark({ row, isWaiting }: { row: ListedApproval; isWaiting: boolean }) {
  const { say } = useWords()
  if (row.decided) return <ToneTag tone="warn">{say(row.decided === 'agree' ? approvalWords.agreed : approvalWords.rejected)}</ToneTag>
  if (isWaiting) return isLate(row.dueAt) ? <ToneTag tone="bad">{say(approvalWords.late)}</ToneTag> : null
  const state = states[row.instanceStatus as keyof typeof states]
  return state ? <ToneTag tone={state.tone}>{say(state)}</ToneTag> : null
}

/** An approval in a list: the subject, who asks for it, what it is about, since when. */
export function ApprovalRow({ row, isWaiting }: { row: ListedApproval; isWaiting: boolean }) {
  const { say, language } = useWords()
  const about = [row.kind ? say(row.kind) : row.approvalKindValue, row.applicantName, row.deptName].filter(Boolean).join(' · ')
  return (
    <LinkRow to={`/approval/${row.id}`} title={row.instanceTitle} tag={<Mark row={row} isWaiting={isWaiting} />}>
      <span className="ph-line">{about}</span>
      <span className="ph-line">{[row.devices, row.at ? shortTime(row.at, language) : ''].filter(Boolean).join(' · ')}</span>
      {!isWaiting && row.currentNodes ? <span className="ph-line">{nodeNamesIn(row.currentNodes, language)}</span> : null}
    </LinkRow>
  )
}
